import { noNumbers } from "../../schemas/CallSum.js"
import type { Cost, PriceTable } from "../../schemas/PriceTable.js"
import { costOf, labelOf, pricesIn } from "../../schemas/PriceTable.js"
import type { PlannedCall } from "../PlannedCall.js"

/** What planned calls cost at the least; names what has no price, and what is paid for by tokens, which are not known before. */
export const plannedCost = (calls: ReadonlyArray<PlannedCall>, prices: PriceTable): Cost => {
  const sums = calls.map((call) => ({ ...noNumbers, ...call }))
  const { unknown, ...cost } = costOf(sums, prices)
  const priced = pricesIn(prices)
  const byTokens = calls.filter((call) => {
    const price = priced(call)
    return (price?.perMillionInputTokens ?? 0) > 0 || (price?.perMillionOutputTokens ?? 0) > 0
  })
  return { ...cost, unknown: [...unknown, ...byTokens.map((call) => `the tokens of ${labelOf(call)}`)] }
}
