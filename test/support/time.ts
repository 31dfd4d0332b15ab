import { Clock, Duration, Effect, Exit, Fiber, Option, TestClock } from "effect"

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

/** The test's clock, with timers as Node has them: one of more than 2^31 - 1 milliseconds is never heard of again. */
export const nodesTimers = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) =>
    Effect.withClock(effect, {
      [Clock.ClockTypeId]: Clock.ClockTypeId,
      currentTimeMillis: clock.currentTimeMillis,
      currentTimeNanos: clock.currentTimeNanos,
      unsafeCurrentTimeMillis: () => clock.unsafeCurrentTimeMillis(),
      unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos(),
      sleep: (duration) => (Duration.toMillis(duration) > 2 ** 31 - 1 ? Effect.never : clock.sleep(duration))
    })
  )
