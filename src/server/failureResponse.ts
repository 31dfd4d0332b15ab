import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Duration from "effect/Duration"
import type { ErrorBody } from "../schemas/ErrorBody.js"
import { formatIssues } from "../schemas/FieldIssue.js"
import type { GatewayInvalidRequest } from "../schemas/GatewayError.js"
import type * as Operation from "../schemas/Operation.js"
import { okStatus, serverStatuses, statuses } from "../schemas/statuses.js"
import type { ServiceFailure } from "./Binding.js"
import { brief } from "./brief.js"
import type { BodyEncoded, BodyTooLarge } from "./readFields.js"

/** Every failure that a server answers. */
export type ServerFailure = ServiceFailure | GatewayInvalidRequest | BodyTooLarge | BodyEncoded

/** The answer to a failed call: a JSON error, or for a refusal inside an envelope a 200 that carries it. */
export const failureResponse = (
  operation: Operation.Any,
  failure: ServerFailure,
  traceId: string
): HttpServerResponse.HttpServerResponse => {
  if (operation.envelope !== undefined) {
    if (failure._tag === "TranscriptionNotFound" || failure._tag === "GatewayRejected") {
      return json(operation.envelope.reject({ ...failure, traceId: failure.traceId ?? traceId }), okStatus)
    }
  }
  const response = errorResponse(statusOf(failure), failure._tag, sayable(failure), traceId, {
    issues: issuesOf(failure),
    ...upstreamTrace(failure)
  })
  const retryAfter = retryAfterOf(failure)
  return retryAfter === undefined ? response : comeAgain(response, retryAfter)
}

/** The same answer, with when to come again. */
export const comeAgain = (response: HttpServerResponse.HttpServerResponse, after: Duration.DurationInput) =>
  HttpServerResponse.setHeader(response, "retry-after", `${Math.ceil(Duration.toSeconds(after))}`)

/** A JSON error of the one shape that this server writes. */
export const errorResponse = (
  status: number,
  type: string,
  message: string,
  traceId: string,
  { issues, ...more }: Pick<ErrorBody["error"], "issues"> & Pick<ErrorBody, "upstreamTraceId"> = {}
): HttpServerResponse.HttpServerResponse => {
  const body: ErrorBody = { error: { type, message, ...(issues === undefined ? {} : { issues }) }, traceId, ...more }
  return json(body, status)
}

/** The trace id that the gateway behind this one gave, where it gave one: under it that gateway's log has the cause. */
export const upstreamTrace = (failure: ServerFailure): { readonly upstreamTraceId?: string } =>
  "traceId" in failure && failure.traceId !== undefined ? { upstreamTraceId: brief(failure.traceId) } : {}

const json = (body: unknown, status: number) => HttpServerResponse.unsafeJson(body, { status })

/**
 * The status of a failure. What the caller did wrong is 400; that our own key was refused upstream is not the caller's
 * doing. Nor is our cap on orders, and yet its answer is 400: the one status that says both that nothing was accepted and that
 * the same request would be refused again. 429 and 503 say that an order was not accepted: they are handed on where they came, and 503 is the answer where
 * the gateway behind this one was never reached.
 */
const statusOf = (failure: ServerFailure): number => {
  switch (failure._tag) {
    case "GatewayBadRequest":
    case "GatewayInvalidRequest":
    case "GatewayOrderWithheld":
      return statuses.GatewayBadRequest
    case "GatewayRateLimited":
    case "GatewayUnavailable":
      return statuses[failure._tag]
    case "GatewayTransportError":
      return failure.connected ? serverStatuses.badGateway : statuses.GatewayUnavailable
    case "GatewayTimeout":
      return serverStatuses.gatewayTimeout
    case "BodyTooLarge":
      return serverStatuses.bodyTooLarge
    case "BodyEncoded":
      return serverStatuses.bodyEncoded
    default:
      return serverStatuses.badGateway
  }
}

/** Whether a failure proves that an order was not accepted: it was refused, put off, or never left. */
export const provesRefusal = (failure: ServerFailure): boolean =>
  failure._tag === "GatewayUnauthorized" ||
  statusOf(failure) < serverStatuses.defect ||
  retryAfterOf(failure) !== undefined

/** The wait that was asked for; a gateway that is not there has asked for none, so it is ours to name. */
const retryAfterOf = (failure: ServerFailure): Duration.DurationInput | undefined =>
  failure._tag === "GatewayTransportError" && !failure.connected
    ? "1 second"
    : "retryAfter" in failure
      ? failure.retryAfter
      : undefined

const issuesOf = (failure: ServerFailure) => (failure._tag === "GatewayInvalidRequest" ? failure.issues : undefined)

const sayable = (failure: ServerFailure): string => {
  switch (failure._tag) {
    case "GatewayInvalidRequest":
      return formatIssues(failure.issues)
    case "GatewayBadRequest":
      return failure.detail ?? failure.message
    case "GatewayUnauthorized":
      return "the gateway behind this one refused the key that this one sends to it"
    case "BodyTooLarge":
      return `the body must be whole, and at most ${failure.limit} bytes`
    case "BodyEncoded":
      return `content-encoding is ${brief(failure.coding)}: send the body as it is, without that header`
    default:
      return failure.message
  }
}
