import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readErrorBody } from "../../schemas/ErrorBody.js"
import type { GatewayError } from "../../schemas/GatewayError.js"
import {
  GatewayBadRequest,
  GatewayRateLimited,
  GatewayUnauthorized,
  GatewayUnavailable,
  GatewayUnexpectedStatus
} from "../../schemas/GatewayError.js"
import type { StatusTag } from "../../schemas/statuses.js"
import { statuses } from "../../schemas/statuses.js"
import type { Endpoint } from "./ClientOptions.js"
import type { Reply } from "./exchange.js"
import { redact } from "./redact.js"
import { readRetryAfter } from "./retryAfter.js"

/** The error of a status that is no success, whatever the body is. */
export const statusError = (
  about: Pick<GatewayBadRequest, "operation" | "safety" | "attempts" | "open">,
  endpoint: Endpoint,
  reply: Reply,
  body: Option.Option<unknown>
): Effect.Effect<GatewayError> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const { detail } = readErrorBody(Option.getOrElse(body, () => reply.text))
    const common = {
      ...about,
      traceId: traceIdOf(endpoint, reply, body),
      detail: detail && redact(endpoint.apiKey)(detail)
    }
    const limited = { ...common, retryAfter: readRetryAfter(reply.headers, now) }
    switch (tagOf(reply.status)) {
      case "GatewayBadRequest":
        return new GatewayBadRequest(common)
      case "GatewayUnauthorized":
        return new GatewayUnauthorized(common)
      case "GatewayRateLimited":
        return new GatewayRateLimited(limited)
      case "GatewayUnavailable":
        return new GatewayUnavailable(limited)
      case undefined:
        return new GatewayUnexpectedStatus({ ...common, status: reply.status })
    }
  })

/** The trace or request id of a reply, from its body or its headers. */
export const traceIdOf = (
  { apiKey }: Endpoint,
  { headers }: Reply,
  body: Option.Option<unknown>
): string | undefined => {
  const given =
    readErrorBody(Option.getOrUndefined(body)).traceId ??
    headers["x-trace-id"] ??
    headers["x-request-id"] ??
    headers["request-id"]
  return given && redact(apiKey)(given)
}

const tags: ReadonlyArray<StatusTag> = [
  "GatewayBadRequest",
  "GatewayUnauthorized",
  "GatewayRateLimited",
  "GatewayUnavailable"
]

const tagOf = (status: number): StatusTag | undefined => tags.find((tag) => statuses[tag] === status)
