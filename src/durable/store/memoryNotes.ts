import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { ItemRecord } from "../../pipelines/batch/ItemRecord.js"
import type { NotedItem } from "../../pipelines/batch/Job.js"
import type { CallSum } from "../../schemas/CallSum.js"
import { addSums } from "../../schemas/CallSum.js"
import type { RunItem } from "../RunNotes.js"
import { RunNotes } from "../RunNotes.js"
import { RunRecords } from "../RunRecords.js"
import { foundOf } from "./foundOf.js"

/** Notes in memory: for an engine that forgets its executions with the process. What failed there stays failed. */
export const memoryNotes = Effect.sync(() => {
  const items = new Map<string, NotedItem>()
  const caps = new Map<string, { most: number; sent: number }>()
  const calls = new Map<string, ReadonlyArray<CallSum>>()
  const records = new Map<string, ItemRecord>()
  const capOf = (run: string) => {
    const cap = caps.get(run) ?? { most: Number.POSITIVE_INFINITY, sent: 0 }
    caps.set(run, cap)
    return cap
  }
  const keyOf = ({ item, pipeline, run }: RunItem): string => JSON.stringify([run, pipeline, item])
  const notes = RunNotes.of({
    note: (item) =>
      Effect.sync(() => {
        const found = foundOf(item, items.get(keyOf(item)))
        if (found !== "taken") items.set(keyOf(item), item)
        return found
      }),
    look: (item) => Effect.sync(() => foundOf({ ...item, pass: "" }, items.get(keyOf(item)))),
    limitOrders: (run, most = Number.POSITIVE_INFINITY) => Effect.sync(() => Object.assign(capOf(run), { most })),
    takeOrder: (run) =>
      Effect.sync(() => {
        const cap = capOf(run)
        if (cap.sent >= cap.most) return false
        cap.sent += 1
        return true
      }),
    giveOrderBack: (run) =>
      Effect.sync(() => {
        capOf(run).sent -= 1
      }),
    addCalls: (of, sum) =>
      Effect.sync(() => {
        calls.set(keyOf(of), addSums([...(calls.get(keyOf(of)) ?? []), sum]))
      }),
    callsOf: (item) => Effect.sync(() => calls.get(keyOf(item)) ?? []),
    // The engine in memory has no way to forget the outcome of an execution, or of a step.
    reopen: () => Effect.void,
    keepRecord: (execution, record) =>
      Effect.sync(() => {
        records.set(execution, record)
      })
  })
  return Context.make(RunNotes, notes).pipe(
    Context.add(RunRecords, {
      records: ({ pipeline, run }) =>
        Stream.suspend(() =>
          Stream.fromIterable([...items.values()]).pipe(
            Stream.filter((item) => item.run === run && item.pipeline === pipeline),
            Stream.filterMap(({ execution }) => Option.fromNullable(records.get(execution)))
          )
        )
    })
  )
})
