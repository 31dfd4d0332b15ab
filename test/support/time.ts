import type { Duration } from "effect"
import { Effect, Exit, Fiber, Option, TestClock } from "effect"

/** Runs an effect while the test's time passes; it must have ended by then. */
export const within =
  (time: Duration.DurationInput) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(effect)
      yield* TestClock.adjust(time)
      const ended = yield* Fiber.poll(fiber)
      yield* Fiber.interruptFork(fiber)
      return yield* Option.getOrElse(ended, () => Exit.die(new Error(`still running after ${String(time)}`)))
    })
