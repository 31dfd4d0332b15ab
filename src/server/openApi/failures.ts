import type { ErrorBody } from "../../schemas/ErrorBody.js"
import { serverStatuses, statuses } from "../../schemas/statuses.js"

/** A status that a server refuses a call with, in words, and a body that comes with it. */
export interface DescribedFailure {
  readonly status: number
  readonly description: string
  /** Whether the answer may name a wait. */
  readonly retryAfter: boolean
  readonly example: ErrorBody
}

const failure = (
  status: number,
  description: string,
  error: ErrorBody["error"],
  retryAfter = false
): DescribedFailure => ({
  status,
  description,
  retryAfter,
  example: { error, traceId: "9f2c1d7e5a3b48c69f2c1d7e5a3b48c6" }
})

/** What each status means here (specification, errors: their conditions are not shown, so these are the server's own). */
export const failures: ReadonlyArray<DescribedFailure> = [
  failure(
    statuses.GatewayBadRequest,
    "The request does not fit the operation: `issues` names every wrong field. Nothing was done.",
    {
      type: "GatewayInvalidRequest",
      message: "model is missing",
      issues: [{ path: "model", problem: "is missing" }]
    }
  ),
  failure(statuses.GatewayUnauthorized, "The gateway's key is missing or wrong. Nothing was done.", {
    type: "GatewayUnauthorized",
    message: "send the gateway's key as Authorization: Bearer <API_KEY>"
  }),
  failure(serverStatuses.notFound, "No operation answers this method and path.", {
    type: "NotFound",
    message: "no operation answers POST /v1/unknown; GET /docs lists them all"
  }),
  failure(serverStatuses.bodyTooLarge, "The body is larger than the server reads, or ended before it was whole.", {
    type: "BodyTooLarge",
    message: "the body must be whole, and at most 10485760 bytes"
  }),
  failure(serverStatuses.bodyEncoded, "The body is compressed: `Content-Encoding` is not identity. Nothing was done.", {
    type: "BodyEncoded",
    message: "content-encoding is gzip: send the body as it is, without that header"
  }),
  failure(
    statuses.GatewayRateLimited,
    "Too many requests. This one was not accepted: send it again later, after `Retry-After` where it is told.",
    { type: "GatewayRateLimited", message: "the gateway takes no more requests for now" },
    true
  ),
  failure(serverStatuses.defect, "The gateway failed by a defect of its own; its log has the trace id.", {
    type: "Defect",
    message: "the gateway failed; its log has the trace id"
  }),
  failure(
    serverStatuses.badGateway,
    "What answers the operations behind this server failed, or its answer could not be read. An order may have been accepted: " +
      "`x-should-retry: false` then stands on the answer. `upstreamTraceId` is the trace id of what failed.",
    { type: "GatewayInvalidResponse", message: "the reply of the gateway behind this one could not be read" }
  ),
  failure(
    statuses.GatewayUnavailable,
    "The gateway takes on no work now. Where `Retry-After` is told, this request was not accepted: send it again after it.",
    {
      type: "GatewayUnavailable",
      message: "the gateway answers as many requests as it may at once; send this one again"
    },
    true
  ),
  failure(serverStatuses.gatewayTimeout, "What answers the operations behind this server did not answer in time.", {
    type: "GatewayTimeout",
    message: "the gateway behind this one did not answer in time"
  })
]
