import type { ItemRecord } from "../batch/ItemRecord.js"
import { itemRow, since } from "./itemRow.js"
import type { LeastOf } from "./leastOf.js"
import { leastOf } from "./leastOf.js"
import type { ItemRow, Timeline } from "./Timeline.js"

/** How many items have a row each; where there are more, a sample of them has. */
const few = 120
const ofSample = 20

/** The items that the timeline shows one by one. */
export interface TimelineRows {
  readonly add: (item: ItemRecord) => void
  /** Unit: milliseconds since 1970. */
  readonly result: (from: number, to: number) => Timeline
}

/** Keeps all items while they are few, and of more the slowest and the first that failed. */
export const timelineRows = (): TimelineRows => {
  const all = leastOf<ItemRow>(few + 1)
  const slowest = leastOf<ItemRow>(ofSample)
  // How long these took is not known before the run's end is.
  const longestOpen = leastOf<ItemRow>(ofSample)
  const failed = leastOf<ItemRow>(ofSample)
  return {
    add: (item) => {
      const row = () => itemRow(item)
      all.offer(item.startedAt, row)
      if (item.endedAt === undefined) longestOpen.offer(item.startedAt, row)
      else slowest.offer(item.startedAt - item.endedAt, row)
      if (item.state === "failed") failed.offer(item.endedAt ?? item.startedAt, row)
    },
    result: (from, to) => {
      const rows = (sample: LeastOf<ItemRow>) => sample.values().map(since(from))
      const shown = rows(all)
      if (shown.length <= few) return { all: shown, slowest: [], firstFailed: [] }
      const took = ({ end = to - from, start }: ItemRow) => end - start
      const longest = [...rows(slowest), ...rows(longestOpen)].sort((a, b) => took(b) - took(a)).slice(0, ofSample)
      return { all: [], slowest: longest, firstFailed: rows(failed) }
    }
  }
}
