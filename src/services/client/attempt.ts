import type * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { GatewayError } from "../../schemas/GatewayError.js"
import { GatewayTimeout } from "../../schemas/GatewayError.js"
import type * as Operation from "../../schemas/Operation.js"
import { remaining } from "../../steps/Deadline.js"
import type { Signal, Traffic } from "../traffic/Traffic.js"
import type { CallTally } from "./CallTally.js"
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

/** A request of a call. */
export interface Outgoing<A, I, B, J> {
  readonly operation: Operation.Operation<string, A, I, B, J>
  readonly message: HttpClientRequest.HttpClientRequest
  /** What the field `model` of the request says, where it has one. */
  readonly model: string | undefined
  readonly tally: CallTally
}

/**
 * Sends a request once, when the traffic lets it, and within what remains of the deadline; not where it would have to be waited
 * for past `latest`. Unit: milliseconds since 1970.
 */
export const attempt = <A, I, B, J>(
  { endpoint, http, traffic }: Line,
  { message, model, operation, tally }: Outgoing<A, I, B, J>,
  sending: Sending,
  latest: number
): Effect.Effect<B, GatewayError> => {
  const sent = Effect.gen(function* () {
    const left = yield* remaining
    if (Duration.equals(left, Duration.zero)) return yield* tooLate
    const limit = Duration.min(left, endpoint.attemptTimeout)
    tally.attempts = sending.attempts
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
  return Effect.gen(function* () {
    yield* notYetSent(operation)
    const queuedAt = yield* Clock.currentTimeMillis
    const waited = Effect.map(Clock.currentTimeMillis, (now) => {
      tally.cooldown += now - queuedAt
    })
    const admitted = Effect.zipRight(
      waited,
      claimed({ operation, model, tally }, sending.attempts, endpoint.retries)(sent)
    )
    const reply = yield* traffic.admit(admitted, signalOf(endpoint), latest)
    return Option.isSome(reply) ? reply.value : yield* Effect.zipRight(waited, tooLate)
  })
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
      case "GatewayOrderWithheld":
        return "nothing"
      default:
        return "go on"
    }
  }
