import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type { GatewayError } from "../../schemas/GatewayError.js"
import type { PollPolicy } from "../../steps/PollPolicy.js"
import { growing } from "../../steps/PollPolicy.js"

/** How often, and after what waits, the client sends a request again that may be sent again. */
export interface Retries {
  /** Attempts after the first. */
  readonly retries: number
  /**
   * The wait before each; a longer one that the gateway asked for (`Retry-After`) goes first. An infinite one ends the retries, as
   * that of `PollPolicy.fromSchedule` does where its schedule ends.
   */
  readonly backoff: PollPolicy
  /**
   * The longest wait for what the gateway asks of this call. Where it asks for a longer one, its error comes back with the time
   * that it asked for. That of a client also bounds how long all of its requests pause when one is told to wait.
   */
  readonly longestWait: Duration.DurationInput
  /**
   * No wait ends later than this after the call began: before a retry, in the queue, or for a pause that another request was told.
   * A first attempt that would have to be waited for longer is not sent, and is a `GatewayTimeout` with a limit of zero. How
   * long an attempt takes is `attemptTimeout`. Default: no bound but the number of retries.
   */
  readonly longestTime?: Duration.DurationInput | undefined
  /**
   * Whether a failure proves that an order was not accepted, so that it may be sent again. Each guess costs an order.
   * Default: as `reactions` says, where no connection was made, on 429, and on 503 with `Retry-After`.
   */
  readonly provesNotAccepted?: ((error: GatewayError) => boolean) | undefined
}

/** Two retries, after up to 0.5 s and up to 1 s (at most 8 s), each by full jitter; no wait above a minute. */
export const standardRetries: Retries = {
  retries: 2,
  longestWait: "1 minute",
  backoff: growing({ from: "500 millis", to: "8 seconds", factor: 2, jitter: 1 })
}

/** One attempt; a client of it does not pause either. For a caller that tries again itself, such as a poll or a relay. */
export const noRetries: Retries = { ...standardRetries, retries: 0, longestWait: 0 }

/**
 * The retries of the calls that it is provided to, by `Effect.provideService` or a layer of the calling program. Where it
 * is left undefined, those of the client's own options are in force.
 */
export class RetryPolicy extends Context.Reference<RetryPolicy>()("effect-model-gateway/RetryPolicy", {
  defaultValue: (): Retries | undefined => undefined
}) {}
