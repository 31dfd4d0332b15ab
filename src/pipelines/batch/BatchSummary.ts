import type { CallSum } from "../../schemas/CallSum.js"
import { addSums } from "../../schemas/CallSum.js"
import type { Cost } from "../../schemas/PriceTable.js"
import type { Usage } from "../../schemas/Usage.js"
import { addUsage } from "../../schemas/Usage.js"
import type { Failure } from "./Failure.js"
import type { ItemResult } from "./ItemResult.js"

/** What a pass over a run came to. */
export interface BatchSummary {
  readonly run: string
  readonly pipeline: string
  /** How many items ended, or had ended in an earlier pass: `done`, `failed`, `refused` and `withheld` together. */
  readonly items: number
  readonly done: number
  readonly failed: number
  /** Items of which nothing was done: they cannot be read, do not fit, or have the key of another. */
  readonly refused: number
  /** Items that wait for a higher cap on orders. */
  readonly withheld: number
  /** How many of all had ended in an earlier pass, or were the same item again. */
  readonly kept: number
  /** How many were new work though the run had their key: their input had changed. */
  readonly changed: number
  /** Why the batch ended before its items did. */
  readonly stopped?: string | undefined
  /** The first failures, refused items among them; at most ten. */
  readonly failures: ReadonlyArray<ItemFailure>
  /** What the calls for these items came to, those of earlier passes included. */
  readonly calls: ReadonlyArray<CallSum>
  readonly usage: Usage
  /** What they cost, where there are prices. */
  readonly cost?: Cost | undefined
  /** Unit: milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt: number
}

/** What an item failed with. */
export interface ItemFailure extends Failure {
  readonly item: string
  readonly number: number
}

/** How far a pass is. */
export type Tally = Pick<
  BatchSummary,
  "calls" | "changed" | "done" | "failed" | "failures" | "items" | "kept" | "refused" | "usage" | "withheld"
>

/** The tally of a pass that has just begun. */
export const noneYet: Tally = {
  items: 0,
  done: 0,
  failed: 0,
  refused: 0,
  withheld: 0,
  kept: 0,
  changed: 0,
  failures: [],
  calls: [],
  usage: addUsage([])
}

/** How many failures a summary, or a plan, names. */
export const mostFailures = 10

/** A tally with one more result. */
export const counted = (tally: Tally, result: ItemResult<unknown, unknown>): Tally => {
  const { calls, isChanged, isKept, item, number, state } = result
  const all = addSums([...tally.calls, ...calls])
  const isTold = state !== "done" && tally.failures.length < mostFailures
  return {
    ...tally,
    [state]: tally[state] + 1,
    items: tally.items + 1,
    kept: tally.kept + Number(isKept),
    changed: tally.changed + Number(isChanged),
    failures: isTold ? [...tally.failures, { item, number, ...result.failure }] : tally.failures,
    calls: all,
    usage: addUsage(all.map(({ usage }) => usage))
  }
}
