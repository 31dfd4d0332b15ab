import * as Predicate from "effect/Predicate"
import type { GatewayError } from "../../schemas/GatewayError.js"
import {
  GatewayInvalidResponse,
  GatewayOutcomeUnknown,
  GatewayTimeout,
  GatewayTransportError
} from "../../schemas/GatewayError.js"
import type * as Operation from "../../schemas/Operation.js"
import type { Endpoint } from "./ClientOptions.js"
import type { NoReply } from "./exchange.js"
import type { Sending } from "./retried.js"

/** Codes that prove that no connection, or no secure one, was made, so that the gateway cannot have seen the request. */
const neverConnected = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE"
])

/** What it means that no whole reply came. An order that may have reached the gateway ends as outcome unknown. */
export const noReply = (
  operation: Operation.Any,
  endpoint: Endpoint,
  sending: Sending,
  cause: NoReply
): GatewayError => {
  const about = { operation: operation.name, safety: operation.safety._tag, ...sending }
  const { proof, reason } = describe(cause)
  if (operation.safety._tag === "Order" && !proof) return new GatewayOutcomeUnknown({ ...about, reason })
  switch (cause._tag) {
    case "AttemptTimedOut":
      return new GatewayTimeout({ ...about, limit: endpoint.attemptTimeout })
    case "ReplyTooLarge":
      return new GatewayInvalidResponse({
        ...about,
        issues: [{ path: "", problem: `is larger than ${cause.limit} bytes; the maxReplyBytes option allows more` }]
      })
    default:
      return new GatewayTransportError({ ...about, connected: !proof, reason })
  }
}

/** The reason in a word, and whether it proves that the request did not arrive. */
const describe = (cause: NoReply): { readonly proof: boolean; readonly reason: string } => {
  switch (cause._tag) {
    case "AttemptTimedOut":
      return { proof: false, reason: "timeout" }
    case "ReplyTooLarge":
      return { proof: false, reason: "the reply is too large" }
    case "RequestError": {
      const code = findCode(cause.cause)
      return { proof: cause.reason !== "Transport" || neverConnected.has(code ?? ""), reason: code ?? cause.reason }
    }
    case "ResponseError":
      return { proof: false, reason: findCode(cause.cause) ?? "reset" }
  }
}

/** The system's error code, which wrappers (`fetch failed`, an `AggregateError` over addresses) hide in their causes. */
const findCode = (cause: unknown, depth = 0): string | undefined => {
  if (depth > 5 || !Predicate.isObject(cause)) return undefined
  if ("code" in cause && typeof cause.code === "string") return cause.code
  const inner = [
    "cause" in cause ? cause.cause : undefined,
    ...("errors" in cause && Array.isArray(cause.errors) ? cause.errors : [])
  ]
  return inner.map((one) => findCode(one, depth + 1)).find((code) => code !== undefined)
}
