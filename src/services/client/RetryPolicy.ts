import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { GatewayError } from "../../schemas/GatewayError.js"
import type * as Operation from "../../schemas/Operation.js"
import type { PollPolicy } from "../../steps/PollPolicy.js"
import { growing } from "../../steps/PollPolicy.js"

/** How often, and after what waits, the client sends a request again that may be sent again. */
export interface Retries {
  /** Attempts after the first. */
  readonly retries: number
  /** The wait before each; a longer one that the gateway asked for (`Retry-After`) goes first. */
  readonly backoff: PollPolicy
  /** The longest wait. Where the gateway asks for a longer one, its error comes back with the time that it asked for. */
  readonly longestWait: Duration.DurationInput
}

/** Two retries, after 0.5 s and 1 s (at most 8 s), each shortened by up to a half; no wait above a minute. */
export const standardRetries: Retries = {
  retries: 2,
  longestWait: "1 minute",
  backoff: growing({ from: "500 millis", to: "8 seconds", factor: 2, jitter: 0.5 })
}

/** One attempt. For a caller that tries again itself, such as a poll. */
export const noRetries: Retries = { ...standardRetries, retries: 0 }

/**
 * The retries of the calls that it is provided to, by `Effect.provideService` or a layer of the calling program. Where it
 * is left undefined, those of the client's own options are in force.
 */
export class RetryPolicy extends Context.Reference<RetryPolicy>()("effect-model-gateway/RetryPolicy", {
  defaultValue: (): Retries | undefined => undefined
}) {}

/**
 * The one place that tries again. Only requests that change nothing are repeated, on 503 and on transport failures.
 */
export const retried =
  (operation: Operation.Any, ofClient: Retries) =>
  <A>(attempt: (number: number) => Effect.Effect<A, GatewayError>): Effect.Effect<A, GatewayError> =>
    Effect.gen(function* () {
      const policy = (yield* RetryPolicy) ?? ofClient
      const startedAt = yield* Clock.currentTimeMillis
      const from = (number: number): Effect.Effect<A, GatewayError> =>
        Effect.catchIf(
          attempt(number),
          (error) => number <= policy.retries && mayRepeat(operation, error, policy),
          (error) =>
            Effect.gen(function* () {
              const elapsed = Duration.millis((yield* Clock.currentTimeMillis) - startedAt)
              const own = yield* policy.backoff({ number, elapsed })
              yield* Effect.sleep(Duration.max(own, askedBy(error)))
              return yield* from(number + 1)
            })
        )
      return yield* from(1)
    })

const mayRepeat = (operation: Operation.Any, error: GatewayError, { longestWait }: Retries): boolean =>
  operation.safety._tag === "Read" &&
  (error._tag === "GatewayUnavailable" || error._tag === "GatewayTransportError") &&
  Duration.lessThanOrEqualTo(askedBy(error), longestWait)

/** The wait that the gateway asked for. */
const askedBy = (error: GatewayError): Duration.Duration =>
  (error._tag === "GatewayUnavailable" ? error.retryAfter : undefined) ?? Duration.zero
