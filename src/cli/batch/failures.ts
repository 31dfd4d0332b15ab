import type { ItemResult } from "../../pipelines/batch/ItemResult.js"
import { printable } from "../calls/printable.js"
import type { Pass } from "./Pass.js"

/** How many failures are told one by one: beyond them a terminal is full, and the results have them all. */
const most = 30

/**
 * What is told of an item that failed, as soon as it has. Not of those that had failed in an earlier pass, which told it, and not
 * of any number: the pass counts them.
 */
export const failureLines = (pass: Pass, result: ItemResult<unknown, unknown>): ReadonlyArray<string> => {
  if (result.state === "done" || result.isKept || pass.told > most) return []
  pass.told++
  if (pass.told > most) return ["model-gateway: further failures are counted, and not told one by one"]
  const { failure, item, state } = result
  return [`model-gateway: ${printable(state === "refused" ? failure.message : `${item}: ${failure.message}`)}`]
}
