import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type * as Schedule from "effect/Schedule"
import * as ScheduleDecision from "effect/ScheduleDecision"
import * as Intervals from "effect/ScheduleIntervals"
import type { TaskTimes } from "./polling/TaskTimes.js"
import { none } from "./polling/TaskTimes.js"
import { untilNextLook } from "./polling/untilNextLook.js"

/** What is known when the next look is planned. */
export interface Look {
  /** How many looks were made: 0 before the first, 1 after it. */
  readonly number: number
  /** Since the submission, where it is known when that was; else since the wait began. */
  readonly elapsed: Duration.Duration
  /** Whether `elapsed` is since the submission. Default: true. */
  readonly startKnown?: boolean | undefined
  /** How long the task's audio is, where the caller said so. Unit: seconds. */
  readonly audioSeconds?: number | undefined
  /** What this client's tasks took so far. Default: `TaskTimes.none`. */
  readonly times?: TaskTimes | undefined
  /** Whether there need not be a next: then an infinite wait says so. Retries end with it, waits for a task go on. Default: false. */
  readonly mayEnd?: boolean | undefined
}

/** How long to wait before the next look. A value: give another to wait in another way. */
export type PollPolicy = (look: Look) => Effect.Effect<Duration.Duration>

/**
 * Looks when tasks are likely to be done, by what this client's tasks took so far and, where it is given, by the audio's
 * duration: with so many looks a task on average, tasks are noticed as soon as can be. Nothing has to be known before: until
 * tasks have ended, and after the longest of them, waits grow with the time. Each wait differs by chance, so that many tasks
 * submitted together are not looked at in step. A task taken up without a known start is looked at at once.
 */
export const adaptive = (options?: {
  /** How many looks a task has on average; more are made of tasks that take longer than most. Default: 8. */
  readonly looks?: number
  /** The shortest wait. Default: 250 milliseconds. */
  readonly least?: Duration.DurationInput
  /** The longest wait. Default: 1 minute. */
  readonly longest?: Duration.DurationInput
}): PollPolicy => {
  const { least = "250 millis", longest = "1 minute", looks = 8 } = options ?? {}
  const shortest = Duration.toSeconds(least)
  const most = Duration.toSeconds(longest)
  return ({ audioSeconds, elapsed, number, startKnown = true, times = none }) =>
    number === 0 && !startKnown
      ? Effect.succeed(Duration.zero)
      : Effect.map(Random.next, (random) => {
          // The first look is spread most: from then on tasks keep the distance that it gave them.
          const jitter = number === 0 ? 0.5 : 0.1
          const task = { times, elapsed: Duration.toSeconds(elapsed), startKnown, audioSeconds }
          const wait = untilNextLook(task, looks, 1 + jitter * (random - 0.5))
          const bounded = Math.min(most * (1 - jitter * random), Math.max(shortest * (1 + jitter * random), wait))
          return Duration.millis(Math.round(bounded * 1000))
        })
}

/**
 * Waits that grow from `from` by `factor` up to `to`, each shortened by a random part of up to `jitter` (0 to 1), so
 * that many waits begun together do not look in step. The first look is made at once.
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
      number === 0
        ? Duration.zero
        : Duration.millis(Math.min(to, from * options.factor ** (number - 1)) * (1 - options.jitter * random))
    )
}

/** Waits of one length. The first look is made at once. */
export const fixed =
  (every: Duration.DurationInput): PollPolicy =>
  ({ number }) =>
    Effect.succeed(number === 0 ? Duration.zero : Duration.decode(every))

/**
 * The delays of a schedule. The first look is made at once. Each wait asks the schedule anew for its n-th delay, so it may be
 * used for many waits at once. Where the schedule ends, retries end too; a wait for a task uses its last delay on.
 */
export const fromSchedule =
  (schedule: Schedule.Schedule<unknown>): PollPolicy =>
  ({ mayEnd = false, number }) =>
    delayOf(schedule, number, mayEnd)

const delayOf = (
  schedule: Schedule.Schedule<unknown>,
  number: number,
  mayEnd: boolean
): Effect.Effect<Duration.Duration> =>
  Effect.gen(function* () {
    let now = yield* Clock.currentTimeMillis
    let state: unknown = schedule.initial
    let delay = 0
    for (let i = 0; i < number; i++) {
      const [next, , decision] = yield* schedule.step(now, undefined, state)
      if (ScheduleDecision.isDone(decision)) return mayEnd ? Duration.infinity : Duration.millis(delay)
      delay = Math.max(0, Intervals.start(decision.intervals) - now)
      state = next
      now += delay
    }
    return Duration.millis(delay)
  })

/** A first look at once, then waits from 1 s to 15 s, growing by half, each shortened by up to a fifth. */
export const standard: PollPolicy = growing({ from: "1 second", to: "15 seconds", factor: 1.5, jitter: 0.2 })
