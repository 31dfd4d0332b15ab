import type { ItemRecord } from "../batch/ItemRecord.js"
import { beginning } from "./beginning.js"
import type { Bar, ItemRow } from "./Timeline.js"

/** How many bars a row has at the most. */
const most = 60

/** An item as a row of the timeline, of bounded size. Unit of its times: milliseconds since 1970. */
export const itemRow = (record: ItemRecord): ItemRow => {
  const { endedAt, failure, item, startedAt, state } = record
  const bars = fewBars(barsOf(record))
  return {
    item: beginning(item, 1000),
    state,
    start: startedAt,
    end: endedAt,
    tag: failure && beginning(failure.tag, 200),
    steps: bars.slice(0, most),
    omitted: Math.max(0, bars.length - most)
  }
}

/** The same row in milliseconds since an instant. */
export const since =
  (from: number) =>
  (row: ItemRow): ItemRow => ({
    ...row,
    ...moved(row, from),
    steps: row.steps.map((bar) => ({ ...bar, ...moved(bar, from) }))
  })

const moved = ({ end, start }: { readonly start: number; readonly end?: number | undefined }, from: number) => ({
  start: start - from,
  end: end === undefined ? undefined : end - from
})

/** A step without an end, of an item that has one, ended with it. */
const barsOf = (item: ItemRecord): ReadonlyArray<Bar> =>
  item.steps
    .map(({ endedAt = item.endedAt, startedAt, state, step }) => ({ step, state, start: startedAt, end: endedAt }))
    .sort((a, b) => a.start - b.start)

/** Joins what lies closest first, until there are few. What is of different kinds stays apart, and so may be too many. */
const fewBars = (bars: ReadonlyArray<Bar>): ReadonlyArray<Bar> => {
  let few = joined(bars, 0)
  const longest = (few.at(-1)?.start ?? 0) - (few[0]?.start ?? 0)
  for (let gap = 1; few.length > most && gap <= 2 * longest; gap *= 2) few = joined(few, gap)
  return few
}

/** Joins neighbours of one kind and state that lie no further apart than the gap. */
const joined = (bars: ReadonlyArray<Bar>, gap: number): ReadonlyArray<Bar> => {
  const found: Array<Bar> = []
  for (const bar of bars) {
    const last = found.at(-1)
    const isNext = last?.end !== undefined && bar.start - last.end <= gap
    if (last === undefined || !isNext || last.step !== bar.step || last.state !== bar.state) found.push(bar)
    else found[found.length - 1] = { ...last, end: bar.end && Math.max(bar.end, last.end ?? 0) }
  }
  return found
}
