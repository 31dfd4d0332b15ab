import * as Duration from "effect/Duration"
import type { DoneRate } from "./DoneRate.js"
import { assuming, sighted } from "./DoneRate.js"
import { doneBy } from "./nextLook.js"

/** What the tasks of one client took, as far as its looks have seen; older tasks count less. A value. */
export interface TaskTimes {
  /** By the time since the submission. Unit: seconds. */
  readonly byTime: DoneRate
  /** By that time as a multiple of the audio's duration, for tasks whose duration is known. */
  readonly byAudio: DoneRate
  /** The mean square root of these durations, and of how many tasks. Unit: seconds. */
  readonly audio: { readonly meanRoot: number; readonly tasks: number }
}

/** Nothing was seen yet. Assumed are 5 seconds a task, or a tenth of the audio's duration, and hardly trusted. */
export const none: TaskTimes = {
  byTime: assuming(5),
  byAudio: assuming(0.1),
  audio: { meanRoot: 0, tasks: 0 }
}

/** What a look saw of a task that was submitted at a known time. */
export interface Seen {
  /** Since the submission: when the task was last seen not to be done, 0 if never. */
  readonly after: Duration.Duration
  /** Since the submission: when it was looked at. */
  readonly until: Duration.Duration
  readonly done: boolean
  /** Unit: seconds. */
  readonly audioSeconds?: number | undefined
}

/** Adds what a look saw. */
export const seen = (times: TaskTimes, { after, audioSeconds, done, until }: Seen): TaskTimes => {
  const sight = { after: Duration.toSeconds(after), until: Duration.toSeconds(until), done }
  const byTime = sighted(times.byTime, sight)
  if (audioSeconds === undefined) return { ...times, byTime }
  const relative = { after: sight.after / audioSeconds, until: sight.until / audioSeconds, done }
  const byAudio = sighted(times.byAudio, relative)
  return { byTime, byAudio, audio: done ? counted(times.audio, audioSeconds) : times.audio }
}

/** A running mean over the last few hundred. */
const counted = ({ meanRoot, tasks }: TaskTimes["audio"], audioSeconds: number): TaskTimes["audio"] => {
  const more = Math.min(tasks + 1, 500)
  return { meanRoot: meanRoot + (Math.sqrt(audioSeconds) - meanRoot) / more, tasks: more }
}

/** The time by which this share of the tasks is done, from 0 to 1, such as 0.5 for the median. */
export const quantile = (times: TaskTimes, share: number, audioSeconds?: number): Duration.Duration =>
  Duration.seconds(
    audioSeconds === undefined ? doneBy(times.byTime, share) : doneBy(times.byAudio, share) * audioSeconds
  )
