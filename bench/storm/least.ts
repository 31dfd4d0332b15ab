import type { Ended } from "./verdict.js"

/** A stretch of time. Unit: milliseconds since 1970. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/** Intervals that do not touch, in order, with the same points of time in them. */
export const union = (intervals: ReadonlyArray<Interval>): ReadonlyArray<Interval> => {
  const joined: Array<Interval> = []
  for (const one of [...intervals].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last !== undefined && one.from <= last.to) {
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, one.to) }
    } else joined.push(one)
  }
  return joined
}

/** How long intervals are together, each point of time counted once. Unit: milliseconds. */
export const lengthOf = (intervals: ReadonlyArray<Interval>): number =>
  union(intervals).reduce((sum, { from, to }) => sum + to - from, 0)

/** A batch of jobs: when it began, how each of its jobs ended, and when each of its requests did. */
export interface Batch {
  /** Unit: milliseconds since 1970. */
  readonly began: number
  readonly ended: ReadonlyArray<Ended>
  /** When each request was answered, or broke off; without those that were refused a connection. */
  readonly answers: ReadonlyArray<number>
}

/** What the faults of a batch held up. */
export interface Held {
  /** When no request could go out: the pauses that the gateway asked for, and when nothing listened. */
  readonly closed: ReadonlyArray<Interval>
  /** How many requests met a fault. */
  readonly faults: number
  /** How long the faults of a job held it up alone, by its name. Unit: milliseconds. */
  readonly alone: ReadonlyMap<string, number>
}

/** When a batch was over, since it began. Unit: milliseconds. */
export const tookOf = ({ began, ended }: Batch): number =>
  Math.max(...ended.map(({ startedAt, took }) => startedAt + took)) - began

/**
 * The least time that the faults of a batch allow. What the gateway asked for and what faults hold up cannot be avoided;
 * everything else can: a backoff, the way back to full speed after a pause, a client that waits while it could send. It is
 * the later of
 *
 * - all times in which no request could go out (each pause from when it was told to the end of what was asked for, and
 *   when nothing listened), and for the requests that were answered in the rest of the time, the pace at which the
 *   same jobs go without faults. A fault makes one request more at the most; what is more than that counts as lost.
 * - the latest end of any job that its own faults held up: begun when the same part of the work was done before it as
 *   without faults, for the caller has them begin in turn; then what it took without faults, and what it was held up: an
 *   answer that never comes for as long as an attempt may take, a slow one for as long as it is slow.
 *
 * Both batches are of the same jobs, at once as many, on the same machine. Unit: milliseconds.
 */
export const leastTime = (quiet: Batch, { answers, began }: Batch, { alone, closed, faults }: Held): number => {
  const shut = union(closed)
  const within = answers.filter((at) => shut.some(({ from, to }) => from <= at && at < to)).length
  const needed = Math.min(answers.length, quiet.answers.length + faults) - within
  const pace = needed / quiet.answers.length
  const all = lengthOf(shut) + tookOf(quiet) * pace

  /** How long after the beginning it is, once requests could go out for so long. */
  const after = (open: number): number =>
    shut.reduce((at, { from, to }) => (from <= began + at ? at + to - Math.max(from, began) : at), open)
  const ends = quiet.ended.map(({ name, startedAt, took }) => {
    const wait = alone.get(name) ?? 0
    return wait === 0 ? 0 : after((startedAt - quiet.began) * pace) + took + wait
  })
  return Math.max(all, ...ends)
}
