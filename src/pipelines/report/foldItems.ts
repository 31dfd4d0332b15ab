import type { ItemRecord, ItemState } from "../batch/ItemRecord.js"
import { atMost } from "./atMost.js"
import { callSums } from "./callSums.js"
import { failureGroups } from "./failureGroups.js"
import { addInFlight, between } from "./inFlight.js"
import { latencies } from "./latencies.js"
import type { RunAbout, RunReport } from "./RunReport.js"
import { stepKind } from "./stepKind.js"
import { perMinute, stepTimes } from "./stepTimes.js"
import type { TimeBins } from "./timeBins.js"
import { timeBins } from "./timeBins.js"
import { timelineRows } from "./timelineRows.js"

/** What the items of a run come to, but for when it was. Unit: milliseconds since 1970. */
export interface Found extends Omit<RunReport, keyof RunAbout | "from" | "to"> {
  readonly from: number | undefined
  readonly to: number | undefined
}

/** Items of a run as they come in, and what they come to. */
export interface ItemFold {
  readonly add: (item: ItemRecord) => void
  readonly result: () => Found
}

/** The series of items that ended. No kind of steps has such a name, for it is the path of none. */
const [done, failed] = ["/done", "/failed"]

/** Gathers in bounded memory: 40 kinds of steps are told apart, and 120 bins of time. */
export const foldItems = (): ItemFold => {
  const known = atMost(40, "other steps")
  const byKind = (item: ItemRecord): ItemRecord => ({
    ...item,
    steps: item.steps.map((step) => ({ ...step, step: known(stepKind(step.step)) }))
  })
  const count: Record<ItemState, number> = { done: 0, failed: 0, suspended: 0, running: 0 }
  const [ended, bins, calls] = [latencies(), timeBins(120), callSums()]
  const [failures, steps, rows] = [failureGroups(), stepTimes(), timelineRows()]
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]

  const see = ({ endedAt, startedAt }: { readonly startedAt: number; readonly endedAt?: number | undefined }) => {
    first = Math.min(first, startedAt)
    last = Math.max(last, endedAt ?? startedAt)
  }
  return {
    add: (record) => {
      const item = byKind(record)
      count[item.state] += 1
      see(item)
      item.steps.forEach(see)
      item.calls.forEach(calls.add)
      addInFlight(bins, item)
      steps.add(item)
      rows.add(item)
      if (item.state === "failed") failures.add(item)
      if (item.endedAt === undefined) return
      ended.add(item.endedAt - item.startedAt)
      bins.add(item.state === "failed" ? failed : done, item.endedAt, 1)
    },
    result: () => {
      const [from, to] = first > last ? [0, 0] : [first, last]
      const took = to - from
      const latency = ended.summary()
      const all = count.done + count.failed + count.suspended + count.running
      const kinds = steps.result(took)
      return {
        from: all === 0 ? undefined : from,
        to: all === 0 ? undefined : to,
        took,
        items: { total: all, ...count, perMinute: perMinute(latency?.count ?? 0, took), latency },
        failures: failures.result(from),
        steps: kinds,
        calls: { total: calls.total(), byModel: calls.byModel() },
        overTime: overTime(bins, from, to, kinds),
        timeline: rows.result(from, to)
      }
    }
  }
}

const overTime = (bins: TimeBins, from: number, to: number, kinds: RunReport["steps"]): RunReport["overTime"] => {
  const { start, width } = bins.extent()
  const items = (series: string) => bins.levels(series, from, to).map(toThousandths)
  return {
    start: start - from,
    width,
    done: bins.sums(done),
    failed: bins.sums(failed),
    steps: kinds.map(({ step }) => ({ step, items: items(step) })),
    between: items(between)
  }
}

const toThousandths = (level: number): number => Math.round(level * 1000) / 1000
