import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** Timers of JavaScript hold less than 2^31 milliseconds, some 24.8 days; `Effect.sleep` never wakes after more. */
const longestTimer = Duration.millis(2 ** 30)

/** Waits, for as long as it may be. */
export const sleep = (duration: Duration.DurationInput): Effect.Effect<void> =>
  fitsTimer(duration)
    ? Effect.sleep(duration)
    : Effect.flatMap(Clock.currentTimeMillis, (now) => sleepUntil(now + Duration.toMillis(duration)))

/** Waits until an instant; not at all where it is past. Unit: milliseconds since 1970. */
export const sleepUntil = (instant: number): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const left = Duration.millis(Math.max(0, instant - now))
    return fitsTimer(left) ? Effect.sleep(left) : Effect.zipRight(Effect.sleep(longestTimer), sleepUntil(instant))
  })

/** The same effect, or none where it has not ended after a time, which may be as long as it will. */
export const timeoutOption =
  (duration: Duration.DurationInput) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Option.Option<A>, E, R> =>
    fitsTimer(duration)
      ? Effect.timeoutOption(effect, duration)
      : Effect.raceFirst(Effect.asSome(effect), Effect.as(sleep(duration), Option.none()))

/** The same effect, or a failure where it has not ended after a time. */
export const timeoutFail =
  <E2>(duration: Duration.DurationInput, onTimeout: () => E2) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    Effect.flatMap(
      timeoutOption(duration)(effect),
      Option.match({ onNone: () => Effect.fail(onTimeout()), onSome: Effect.succeed<A> })
    )

const fitsTimer = Duration.lessThanOrEqualTo(longestTimer)
