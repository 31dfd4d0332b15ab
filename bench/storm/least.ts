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

/** A request, as the client's side of the wire saw it: from when it went out until it was answered, broke off or was given up. */
export interface Exchange extends Interval {
  /** The name of the job that it was for. */
  readonly job: string
}

/** A batch of jobs: when it began, how each of its jobs ended, and its requests. */
export interface Batch {
  /** Unit: milliseconds since 1970. */
  readonly began: number
  /** How many jobs there are at once. */
  readonly atOnce: number
  /** In the order in which the jobs begin. */
  readonly ended: ReadonlyArray<Ended>
  /** Without those that were refused a connection. */
  readonly exchanges: ReadonlyArray<Exchange>
}

/** What faults the requests of a job met. */
export interface Met {
  /** How many there were, with those below. */
  readonly faults: number
  /** How many answers never came. */
  readonly hangs: number
  /** By how much answers came slowly. Unit: milliseconds. */
  readonly slow: number
}

/** What the faults of a batch held up. */
export interface Held {
  /** When no request could go out: the pauses that the gateway asked for, and when nothing listened. */
  readonly closed: ReadonlyArray<Interval>
  /** What each job met, by its name. */
  readonly met: ReadonlyMap<string, Met>
}

/** When a batch was over, since it began. Unit: milliseconds. */
export const tookOf = ({ began, ended }: Batch): number =>
  Math.max(...ended.map(({ startedAt, took }) => startedAt + took)) - began

/**
 * The least time that the faults of a batch allow: that of a client which sends each request in the moment in which it may go
 * out, with no backoff and no way back to full speed, to a gateway that answers one after the other, in the order in which
 * they come, at the pace of the same jobs without faults. Jobs begin in their order, as many at once, and
 *
 * - no request goes out in a pause, from when it was told to the end of what was asked for, or while nothing listens. Each
 *   begins when as many requests were answered as before it. What was answered meanwhile takes no time of the rest.
 * - a job sends the requests that it sent, one after the other, but no more than without faults and two for each fault: one
 *   that asks what became of the work, and one that sends it again. Its waits between them are not counted.
 * - an answer that never comes takes as long as it was waited for, and a slow one is so much later. Both hold up their own
 *   job alone.
 *
 * Both batches are of the same jobs on the same machine. Unit: milliseconds.
 */
export const leastTime = (quiet: Batch, storm: Batch, { closed, met }: Held): number => {
  const shut = union(closed)
  const [before, sent] = [byJob(quiet.exchanges), byJob(storm.exchanges)]
  const isShut = (at: number) => shut.some(({ from, to }) => from <= at && at < to)
  const jobs = storm.ended.map(({ name }) => {
    const { faults, hangs, slow } = met.get(name) ?? { faults: 0, hangs: 0, slow: 0 }
    const all = (sent.get(name) ?? []).slice(0, (before.get(name)?.length ?? 0) + 2 * faults)
    const longest = new Set([...all].sort((a, b) => lengthOf([b]) - lengthOf([a])).slice(0, hangs))
    const legs = all.map((one): Leg => {
      const wait = longest.has(one) ? one.to - one.from : 0
      return { sentAt: one.from, wait, answeredAt: wait > 0 || isShut(one.to) ? undefined : one.to }
    })
    return slow === 0 ? legs : [{ sentAt: storm.began, wait: slow, answeredAt: undefined }, ...legs]
  })
  const answers = jobs.flatMap((legs) => legs.flatMap(({ answeredAt }) => answeredAt ?? []))
  const pauses = shut.map(({ from, to }) => ({
    from,
    after: answers.filter((at) => at <= from).length,
    length: to - from
  }))
  return simulate(jobs, tookOf(quiet) / quiet.exchanges.length, pauses, storm.atOnce)
}

/** A request in the simulation: when it was answered, where that takes the gateway's time; and how long its job waits. */
interface Leg {
  readonly sentAt: number
  readonly answeredAt: number | undefined
  readonly wait: number
}

/** A time in which no request goes out, begun when so many were answered; `from` is when it began in truth. */
interface Pause {
  readonly from: number
  readonly after: number
  readonly length: number
}

/** One of those at once: when the request before was answered, and what is left of the job. */
interface Lane {
  ready: number
  legs: Array<Leg>
}

/** When the last job is over, where each answer takes `each` of the gateway's time. */
const simulate = (
  jobs: ReadonlyArray<ReadonlyArray<Leg>>,
  each: number,
  pauses: ReadonlyArray<Pause>,
  atOnce: number
): number => {
  const shut: Array<Interval & { readonly since: number }> = []
  /** What went out before a pause is not held up by it, though it comes earlier here. */
  const opens = (at: number, sentAt: number) =>
    shut.find(({ from, since, to }) => since <= sentAt && from <= at && at < to)?.to ?? at
  const waiting = [...jobs]
  const coming = [...pauses]
  const lanes = Array.from({ length: atOnce }, (): Lane => ({ ready: 0, legs: [] }))
  let free = 0
  let answered = 0
  let end = 0
  for (;;) {
    for (let [next] = coming; next !== undefined && next.after <= answered; [next] = coming) {
      shut.push({ since: next.from, from: free, to: free + next.length })
      free += next.length
      coming.shift()
    }
    const [first] = lanes
    if (first === undefined) return end
    const lane = lanes.reduce((one, other) => (other.ready < one.ready ? other : one), first)
    const leg = lane.legs.shift()
    if (leg === undefined) {
      end = Math.max(end, lane.ready)
      const next = waiting.shift()
      if (next === undefined) lanes.splice(lanes.indexOf(lane), 1)
      else lane.legs = [...next]
    } else if (leg.answeredAt !== undefined) {
      answered += 1
      free = Math.max(lane.ready, free) + each
      lane.ready = free
    } else if (leg.wait > 0) lane.ready = opens(lane.ready, leg.sentAt) + leg.wait
  }
}

const byJob = (exchanges: ReadonlyArray<Exchange>): ReadonlyMap<string, ReadonlyArray<Exchange>> => {
  const jobs = new Map<string, Array<Exchange>>()
  for (const one of exchanges) jobs.set(one.job, [...(jobs.get(one.job) ?? []), one])
  return jobs
}
