import type { CallNumbers, CallSum } from "../../schemas/CallSum.js"
import { addNumbers, noNumbers } from "../../schemas/CallSum.js"
import { atMost } from "./atMost.js"
import { beginning } from "./beginning.js"
import type { CallTotals, ModelCalls } from "./RunReport.js"

/** The sums of all calls by operation and model, and of them all. */
export interface CallSums {
  readonly add: (sum: CallSum) => void
  readonly total: () => CallTotals
  /** What took longest first. */
  readonly byModel: () => ReadonlyArray<ModelCalls>
}

/** Sums calls; beyond 100 pairs of operation and model, those of the other models of an operation together. */
export const callSums = (): CallSums => {
  const models = atMost(100, otherModels)
  const byModel = new Map<string, ModelCalls>()
  return {
    add: (sum) => {
      const { operation, safety } = sum
      const named = `${operation}\n${sum.model ?? ""}`
      const isNamed = models(named) === named
      const model = isNamed ? sum.model && beginning(sum.model, 200) : otherModels
      const key = isNamed ? named : operation
      const before = byModel.get(key) ?? { operation, model, safety, ...none }
      byModel.set(key, { ...before, ...added(before, sum) })
    },
    total: () => [...byModel.values()].reduce(added, none),
    byModel: () => [...byModel.values()].sort((a, b) => b.took - a.took)
  }
}

const otherModels = "other models"

const none: CallTotals = { ...noNumbers, retries: 0 }

const added = (a: CallTotals, b: CallNumbers & { readonly retries?: number }): CallTotals => ({
  ...addNumbers(a, b),
  // A call that never had its turn sent nothing, and makes up for no retry of another.
  retries: a.retries + (b.retries ?? Math.max(0, b.attempts - b.calls))
})
