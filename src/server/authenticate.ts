import * as Headers from "@effect/platform/Headers"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { statuses } from "../schemas/statuses.js"
import { errorResponse } from "./failureResponse.js"
import { tell } from "./requests/RequestFacts.js"
import { TraceId } from "./traceId.js"

/** The header in which `@google/genai` and its kind send a key, without a scheme. */
const googleKey = "x-goog-api-key"

/** Answers who has the key; everyone else is told how to send it. */
export const authenticated = <E, R>(
  apiKey: Redacted.Redacted,
  respond: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) =>
  Effect.gen(function* () {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    if (yield* isAuthentic(apiKey, headers)) return yield* respond
    yield* tell({ failure: "GatewayUnauthorized" })
    const message =
      headers.authorization === undefined
        ? "send the gateway's key as Authorization: Bearer <API_KEY>"
        : "the key that was sent is not the gateway's; send it as Authorization: Bearer <API_KEY>"
    return errorResponse(statuses.GatewayUnauthorized, "GatewayUnauthorized", message, yield* TraceId)
  })

/**
 * Whether a request carries the key: as `Authorization: Bearer <key>`, or without that header as `x-goog-api-key`. Both
 * sides are hashed and the digests compared byte by byte to the end, so that the time taken tells nothing of the key, its
 * length included.
 */
const isAuthentic = (apiKey: Redacted.Redacted, headers: Headers.Headers): Effect.Effect<boolean> => {
  const token = tokenOf(headers)
  return Effect.map(
    Effect.all([digest(token ?? ""), digest(Redacted.value(apiKey))]),
    ([given, wanted]) => token !== undefined && sameBytes(given, wanted)
  )
}

/** Runs a server whose spans show no key: of the two headers, only `Authorization` is redacted by default. */
export const withoutKeysInSpans: <A, E, R>(server: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> =
  Effect.locallyWith(Headers.currentRedactedNames, (names) => [...names, googleKey])

const tokenOf = (headers: Headers.Headers): string | undefined =>
  headers.authorization === undefined
    ? /^\S+$/.exec(headers[googleKey] ?? "")?.[0]
    : /^bearer +(\S+)$/i.exec(headers.authorization)?.[1]

const digest = (text: string): Effect.Effect<Uint8Array> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
    (buffer) => new Uint8Array(buffer)
  )

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  let difference = a.length ^ b.length
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0)
  return difference === 0
}
