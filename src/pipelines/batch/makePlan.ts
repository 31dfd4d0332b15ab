import type { PriceTable } from "../../schemas/PriceTable.js"
import type { PlannedCall } from "../PlannedCall.js"
import type { BatchPlan, PlannedState } from "./BatchPlan.js"
import type { ItemFailure } from "./BatchSummary.js"
import { mostFailures } from "./BatchSummary.js"
import { plannedCost } from "./plannedCost.js"

/** An item as a plan sees it. */
export interface Planned {
  readonly state: PlannedState
  /** Whether nothing of it would be sent, though it failed and failed items go on. */
  readonly isOver?: boolean | undefined
  /** What it would send; left out where that is not known. */
  readonly calls?: ReadonlyArray<PlannedCall> | undefined
  readonly failure?: ItemFailure | undefined
}

/** What a plan is of. */
export interface Planning extends Pick<BatchPlan, "pipeline" | "run"> {
  readonly retry?: "failed" | undefined
  readonly prices?: PriceTable | undefined
}

/** Adds items up to a plan. */
export const makePlan = ({ pipeline, prices, retry, run }: Planning) => {
  const states: Record<PlannedState, number> = {
    new: 0,
    changed: 0,
    underWay: 0,
    withheld: 0,
    done: 0,
    failed: 0,
    repeated: 0,
    refused: 0
  }
  const isWork: ReadonlyArray<PlannedState> = [
    "new",
    "changed",
    "underWay",
    "withheld",
    ...(retry ? ["failed" as const] : [])
  ]
  const failures: Array<ItemFailure> = []
  const calls = new Map<string, PlannedCall>()
  let [items, work, untold] = [0, 0, 0]
  return {
    add: ({ calls: sent, failure, isOver = false, state }: Planned): void => {
      states[state] += 1
      items += 1
      if (failure !== undefined && failures.length < mostFailures) failures.push(failure)
      if (!isWork.includes(state) || isOver) return
      work += 1
      if (sent === undefined) untold += 1
      for (const call of sent ?? []) addCall(calls, call)
    },
    result: (): BatchPlan => {
      const all = [...calls.values()]
      const cost = prices === undefined ? undefined : plannedCost(all, prices)
      return { run, pipeline, states, items, work, failures, calls: all, untold, cost }
    }
  }
}

const addCall = (calls: Map<string, PlannedCall>, call: PlannedCall): void => {
  const key = JSON.stringify([call.operation, call.model])
  const before = calls.get(key)
  calls.set(key, {
    ...call,
    calls: call.calls + (before?.calls ?? 0),
    bytes: call.bytes + (before?.bytes ?? 0),
    atLeast: call.atLeast || before?.atLeast === true
  })
}
