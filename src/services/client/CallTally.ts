import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Timer from "../../steps/Timer.js"

/** What a call came to so far, written down while it runs. */
export interface CallTally {
  /** How many requests went out. */
  attempts: number
  /** How long it waited before it tried again. Unit: milliseconds. */
  backoff: number
  /** How long its requests waited to be let out. Unit: milliseconds. */
  cooldown: number
  /** Whether an order of it went out that is not proved not to be accepted. It holds a place of the cap on orders. */
  open: boolean
}

/** That of a call that begins. */
export const newTally = (): CallTally => ({ attempts: 0, backoff: 0, cooldown: 0, open: false })

/** Waits before another try, and writes down how long. */
export const backoff =
  (tally: CallTally) =>
  (duration: Duration.Duration): Effect.Effect<void> =>
    Effect.gen(function* () {
      const from = yield* Clock.currentTimeMillis
      yield* Timer.sleep(duration)
      tally.backoff += (yield* Clock.currentTimeMillis) - from
    })
