import type { ItemRecord } from "../batch/ItemRecord.js"
import type { Latencies } from "./latencies.js"
import { latencies } from "./latencies.js"
import type { StepReport } from "./RunReport.js"

/** What is told of the steps of each kind. */
export interface StepTimes {
  readonly add: (item: ItemRecord) => void
  /** In the order in which an item comes to them, on the average. Unit: milliseconds of the run. */
  readonly result: (took: number) => ReadonlyArray<StepReport>
}

interface Kind {
  started: number
  failed: number
  /** When its steps began, after their item had. Unit: milliseconds, summed. */
  after: number
  readonly ended: Latencies
}

/** Gathers the steps of items by their kind. */
export const stepTimes = (): StepTimes => {
  const kinds = new Map<string, Kind>()
  return {
    add: (item) => {
      for (const { endedAt, startedAt, state, step: name } of item.steps) {
        const kind = kinds.get(name) ?? { started: 0, failed: 0, after: 0, ended: latencies() }
        kinds.set(name, kind)
        kind.started += 1
        kind.after += startedAt - item.startedAt
        if (state === "failed") kind.failed += 1
        if (endedAt !== undefined) kind.ended.add(endedAt - startedAt)
      }
    },
    result: (took) =>
      [...kinds]
        .sort(([, a], [, b]) => a.after / a.started - b.after / b.started)
        .map(([step, { ended, failed, started }]) => {
          const latency = ended.summary()
          return { step, started, failed, perMinute: perMinute(latency?.count ?? 0, took), latency }
        })
  }
}

/** How many a minute, over a time in milliseconds; 0 where it took none. */
export const perMinute = (count: number, took: number): number => (took > 0 ? (count * 60_000) / took : 0)
