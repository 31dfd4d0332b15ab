import * as Schema from "effect/Schema"
import { GatewayInvalidRequest, GatewayInvalidResponse, GatewayRejected } from "./errors/ContractErrors.js"
import {
  GatewayBadRequest,
  GatewayRateLimited,
  GatewayUnauthorized,
  GatewayUnavailable,
  GatewayUnexpectedStatus
} from "./errors/StatusErrors.js"
import { GatewayOutcomeUnknown, GatewayTimeout, GatewayTransportError } from "./errors/TransportErrors.js"

export * from "./errors/ContractErrors.js"
export * from "./errors/StatusErrors.js"
export * from "./errors/TransportErrors.js"

/** Every way in which an operation can fail, as the client sees it. */
export const GatewayError = Schema.Union(
  GatewayBadRequest,
  GatewayUnauthorized,
  GatewayRateLimited,
  GatewayUnavailable,
  GatewayUnexpectedStatus,
  GatewayTransportError,
  GatewayTimeout,
  GatewayOutcomeUnknown,
  GatewayInvalidRequest,
  GatewayInvalidResponse,
  GatewayRejected
)
/** Every way in which an operation can fail, as the client sees it. */
export type GatewayError = typeof GatewayError.Type

const isTransientStatus = (status: number): boolean => status >= 500 || status === 408

/**
 * Whether the request may be sent again, and may then go better. Of an order that is so only where it is proved that it
 * was not accepted: never connected, 429, or 503 with `Retry-After`.
 */
export const isRetryable = (error: GatewayError): boolean => {
  const order = error.safety === "Order"
  switch (error._tag) {
    case "GatewayRateLimited":
      return true
    case "GatewayUnavailable":
      return !order || error.retryAfter !== undefined
    case "GatewayTransportError":
      return !order || !error.connected
    case "GatewayTimeout":
      return !order
    case "GatewayUnexpectedStatus":
      return !order && isTransientStatus(error.status)
    default:
      return false
  }
}
