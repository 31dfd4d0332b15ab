import type { ItemResult } from "../../pipelines/batch/ItemResult.js"
import type { Tally } from "../calls/tally.js"

/** What is known of the items of a batch while they are carried out. */
export interface Pass {
  done: number
  /** Refused and withheld items among them. */
  failed: number
  kept: number
  /** How many failures were told one by one. */
  told: number
  /** How many items there are, once that is known. */
  total: number | undefined
  /** When it began. Unit: milliseconds since 1970. */
  readonly began: number
}

/** A pass before its first result. */
export const newPass = (began: number): Pass => ({ done: 0, failed: 0, kept: 0, told: 0, total: undefined, began })

/** Counts a result in. */
export const count = (pass: Pass, { isKept, state }: ItemResult<unknown, unknown>): void => {
  if (state === "done") pass.done++
  else pass.failed++
  if (isKept) pass.kept++
}

/** How far a pass is. */
export const tallyOf = ({ began, done, failed, kept, total }: Pass, now: number): Tally => ({
  done,
  failed,
  kept,
  total,
  millis: now - began
})
