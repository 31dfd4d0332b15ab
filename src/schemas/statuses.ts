/**
 * The one table of status and error that client and server share: the client reads it from status to tag, the server
 * from tag to status.
 */
export const statuses = {
  GatewayBadRequest: 400,
  GatewayUnauthorized: 401,
  GatewayRateLimited: 429,
  GatewayUnavailable: 503
} as const

/** The errors that a status alone decides. */
export type StatusTag = keyof typeof statuses

/** Statuses that a server gives besides; the client takes each for a `GatewayUnexpectedStatus`. */
export const serverStatuses = {
  notFound: 404,
  bodyTooLarge: 413,
  bodyEncoded: 415,
  defect: 500,
  badGateway: 502,
  gatewayTimeout: 504
} as const

/** The status of an accepted call. */
export const okStatus = 200
