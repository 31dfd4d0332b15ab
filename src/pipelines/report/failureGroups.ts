import type { ItemRecord } from "../batch/ItemRecord.js"
import { atMost } from "./atMost.js"
import { beginning } from "./beginning.js"
import type { FailedItem, FailureGroup } from "./FailureGroup.js"
import type { LeastOf } from "./leastOf.js"
import { leastOf } from "./leastOf.js"
import { stepKind } from "./stepKind.js"

/** The failed items by the tag of their error. */
export interface FailureGroups {
  readonly add: (item: ItemRecord) => void
  /** The largest first, and how many items failed with a tag that has no group. */
  readonly result: (from: number) => { readonly groups: ReadonlyArray<FailureGroup>; readonly ungrouped: number }
}

interface Group {
  count: number
  readonly steps: Map<string, number>
  readonly kindOf: (step: string) => string
  readonly first: LeastOf<FailedItem>
}

/** Gathers at most 50 groups, of each its first 5 items and 10 kinds of steps. */
export const failureGroups = (): FailureGroups => {
  const groups = new Map<string, Group>()
  const tagOf = atMost(50, "")
  let ungrouped = 0
  return {
    add: (item) => {
      const tag = tagOf(beginning(item.failure?.tag ?? "unknown", 200))
      if (tag === "") {
        ungrouped += 1
        return
      }
      const group = groups.get(tag) ?? noneOfGroup()
      groups.set(tag, group)
      group.count += 1
      if (item.failure?.step !== undefined) {
        const kind = group.kindOf(stepKind(item.failure.step))
        group.steps.set(kind, (group.steps.get(kind) ?? 0) + 1)
      }
      group.first.offer(item.endedAt ?? item.startedAt, () => failedItem(item))
    },
    result: (from) => ({
      groups: [...groups].map(groupOf(from)).sort((a, b) => b.count - a.count),
      ungrouped
    })
  }
}

const noneOfGroup = (): Group => ({ count: 0, steps: new Map(), kindOf: atMost(10, "other steps"), first: leastOf(5) })

const groupOf =
  (from: number) =>
  ([tag, { count, first, steps }]: readonly [string, Group]): FailureGroup => ({
    tag,
    count,
    steps: [...steps].map(([step, count]) => ({ step, count })).sort((a, b) => b.count - a.count),
    first: first.values().map((item) => ({ ...item, at: item.at - from }))
  })

/** Unit of its time: milliseconds since 1970. */
const failedItem = ({ endedAt, failure, item, startedAt }: ItemRecord): FailedItem => ({
  item: beginning(item, 1000),
  message: beginning(failure?.message ?? "", 1000),
  step: failure?.step && beginning(failure.step, 1000),
  traceId: failure?.traceId && beginning(failure.traceId, 200),
  at: endedAt ?? startedAt
})
