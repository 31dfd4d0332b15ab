import type * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { GatewayError } from "../../schemas/GatewayError.js"
import { GatewayTimeout } from "../../schemas/GatewayError.js"
import type * as Operation from "../../schemas/Operation.js"
import { remaining } from "../../steps/Deadline.js"
import type { Signal, Traffic } from "../traffic/Traffic.js"
import type { Endpoint } from "./ClientOptions.js"
import { claimed, notYetSent } from "./claimed.js"
import { exchange } from "./exchange.js"
import { noReply } from "./noReply.js"
import { orderReported } from "./orderReported.js"
import { readReply } from "./readReply.js"
import type { Sending } from "./retried.js"
import { unnamedPause } from "./retryAfter.js"

/** What attempts go out through: one HTTP client, to one gateway, in one traffic. */
export interface Line {
  readonly http: HttpClient.HttpClient
  readonly endpoint: Endpoint
  readonly traffic: Traffic
}

/**
 * Sends a request once, when the traffic lets it, and within what remains of the deadline; not where it would have to be waited
 * for past `latest`. Unit: milliseconds since 1970.
 */
export const attempt = <A, I, B, J>(
  { endpoint, http, traffic }: Line,
  operation: Operation.Operation<string, A, I, B, J>,
  message: HttpClientRequest.HttpClientRequest,
  sending: Sending,
  latest: number
): Effect.Effect<B, GatewayError> => {
  const sent = Effect.gen(function* () {
    const left = yield* remaining
    if (Duration.equals(left, Duration.zero)) return yield* tooLate
    const limit = Duration.min(left, endpoint.attemptTimeout)
    return yield* exchange(http, { ...endpoint, attemptTimeout: limit }, operation, message).pipe(
      Effect.mapError((cause) => noReply(operation, { ...endpoint, attemptTimeout: limit }, sending, cause)),
      orderReported(operation, sending.attempts),
      Effect.flatMap((reply) => readReply(operation, endpoint, sending, reply))
    )
  })
  const tooLate = new GatewayTimeout({
    operation: operation.name,
    safety: operation.safety._tag,
    ...sending,
    attempts: sending.attempts - 1,
    limit: Duration.zero
  })
  return notYetSent(operation).pipe(
    Effect.zipRight(
      traffic.admit(claimed(operation, sending.attempts, endpoint.retries)(sent), signalOf(endpoint), latest)
    ),
    Effect.flatMap(Option.match({ onNone: () => Effect.fail(tooLate), onSome: Effect.succeed<B> }))
  )
}

/** What an error says to the other requests of the client. */
const signalOf =
  ({ retries }: Endpoint) =>
  (error: GatewayError): Signal => {
    switch (error._tag) {
      case "GatewayRateLimited":
      case "GatewayUnavailable":
        return Duration.min(error.retryAfter ?? unnamedPause, retries.longestWait)
      case "GatewayTransportError":
        return error.connected || Duration.equals(retries.longestWait, Duration.zero) ? "nothing" : "not reached"
      case "GatewayTimeout":
      case "GatewayOutcomeUnknown":
        return "nothing"
      default:
        return "go on"
    }
  }
