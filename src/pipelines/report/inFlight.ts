import type { ItemRecord } from "../batch/ItemRecord.js"
import type { TimeBins } from "./timeBins.js"

/** The series of items that are between two steps. A kind of steps never has this name, for it has no path. */
export const between = ""

/**
 * Adds to the bins in which kind of step an item was at which time. One that is in several steps at once counts in parts, so that
 * at each time the kinds together are the items in flight.
 */
export const addInFlight = (bins: TimeBins, item: ItemRecord): void => {
  const turns = turnsOf(item)
  const running = new Map<string, number>()
  let all = 0
  let since = Math.min(item.startedAt, turns[0]?.at ?? item.startedAt)
  const add = (kind: string, share: number, until: number | undefined) => {
    bins.add(kind, since, share)
    if (until !== undefined) bins.add(kind, until, -share)
  }
  const addUntil = (until: number | undefined) => {
    if (until === since) return
    if (all === 0) add(between, 1, until)
    for (const [kind, steps] of running) add(kind, steps / all, until)
  }
  for (const { at, kind, steps } of turns) {
    addUntil(at)
    since = at
    const left = (running.get(kind) ?? 0) + steps
    if (left === 0) running.delete(kind)
    else running.set(kind, left)
    all += steps
  }
  addUntil(item.endedAt && Math.max(item.endedAt, since))
}

/** When steps of a kind began and ended, in order. A step without an end, of an item that has one, ended with it. */
const turnsOf = (item: ItemRecord) =>
  item.steps
    .flatMap(({ endedAt = item.endedAt, startedAt, step: kind }) => {
      const begins = { at: startedAt, kind, steps: 1 }
      return endedAt === undefined ? [begins] : [begins, { at: endedAt, kind, steps: -1 }]
    })
    .sort((a, b) => a.at - b.at || b.steps - a.steps)
