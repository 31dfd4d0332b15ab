import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type * as Schedule from "effect/Schedule"
import * as ScheduleDecision from "effect/ScheduleDecision"
import * as Intervals from "effect/ScheduleIntervals"

/** What is known when the next look is planned. */
export interface Look {
  /** How many looks were made; 1 after the first. */
  readonly number: number
  /** Since the wait began. */
  readonly elapsed: Duration.Duration
}

/** How long to wait before the next look. A value: give another to wait in another way. */
export type PollPolicy = (look: Look) => Effect.Effect<Duration.Duration>

/**
 * Waits that grow from `from` by `factor` up to `to`, each shortened by a random part of up to `jitter` (0 to 1), so
 * that many waits begun together do not look in step.
 */
export const growing = (options: {
  readonly from: Duration.DurationInput
  readonly to: Duration.DurationInput
  readonly factor: number
  readonly jitter: number
}): PollPolicy => {
  const from = Duration.toMillis(options.from)
  const to = Duration.toMillis(options.to)
  return ({ number }) =>
    Effect.map(Random.next, (random) =>
      Duration.millis(Math.min(to, from * options.factor ** (number - 1)) * (1 - options.jitter * random))
    )
}

/** Waits of one length. */
export const fixed =
  (every: Duration.DurationInput): PollPolicy =>
  () =>
    Effect.succeed(Duration.decode(every))

/**
 * The delays of a schedule. Each wait asks the schedule anew for its n-th delay, so it may be used for many waits at
 * once; where the schedule ends, its last delay is used on.
 */
export const fromSchedule =
  (schedule: Schedule.Schedule<unknown>): PollPolicy =>
  ({ number }) =>
    delayOf(schedule, number)

const delayOf = (schedule: Schedule.Schedule<unknown>, number: number): Effect.Effect<Duration.Duration> =>
  Effect.gen(function* () {
    let now = yield* Clock.currentTimeMillis
    let state: unknown = schedule.initial
    let delay = 0
    for (let i = 0; i < number; i++) {
      const [next, , decision] = yield* schedule.step(now, undefined, state)
      if (ScheduleDecision.isDone(decision)) break
      delay = Math.max(0, Intervals.start(decision.intervals) - now)
      state = next
      now += delay
    }
    return Duration.millis(delay)
  })

/** From 1 s to 15 s, growing by half, each shortened by up to a fifth. */
export const standard: PollPolicy = growing({ from: "1 second", to: "15 seconds", factor: 1.5, jitter: 0.2 })
