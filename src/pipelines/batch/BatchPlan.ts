import type { Cost, PriceTable } from "../../schemas/PriceTable.js"
import type { PlannedCall } from "../PlannedCall.js"
import type { BatchOptions } from "./BatchOptions.js"
import type { ItemFailure } from "./BatchSummary.js"

/** How a batch would be carried out. */
export interface PlanOptions<I> extends Pick<BatchOptions<I>, "key" | "retry" | "runId"> {
  /** What calls cost: the plan adds it up. */
  readonly prices?: PriceTable | undefined
}

/** Where an item stands before a pass over its run. */
export type PlannedState = "changed" | "done" | "failed" | "new" | "refused" | "repeated" | "underWay" | "withheld"

/** What a pass over a run would come to, as far as that can be told before. */
export interface BatchPlan {
  readonly run: string
  readonly pipeline: string
  /**
   * How many items are in which state. `new`: the run did not have them. `changed`: it had their keys with other inputs.
   * `underWay`: they were begun. `withheld`: their orders wait for a higher cap. `repeated`: they are there twice, and no work the
   * second time. `refused`: they cannot be read, or do not fit.
   */
  readonly states: Readonly<Record<PlannedState, number>>
  readonly items: number
  /** How many of them would be carried out: what is new, changed, under way, withheld, and what failed where `retry` says so. */
  readonly work: number
  /** The first refused items; at most ten. */
  readonly failures: ReadonlyArray<ItemFailure>
  /** What the work would send, by operation and model. Of what was begun some may have been sent already. */
  readonly calls: ReadonlyArray<PlannedCall>
  /** How much of the work tells nothing of its calls. */
  readonly untold: number
  /**
   * What the calls cost at the least, where there are prices. `unknown` also names what is paid for by tokens, for how many there
   * will be is not known before.
   */
  readonly cost?: Cost | undefined
}
