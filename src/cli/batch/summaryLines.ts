import type { BatchSummary } from "../../pipelines/batch/BatchSummary.js"
import type { Cost } from "../../schemas/PriceTable.js"
import type { Way } from "./work.js"

/** What is told of a batch that has ended, a line each. */
export const summaryLines = (summary: BatchSummary, { isPlain, retry }: Way): ReadonlyArray<string> => [
  counts(summary),
  ...spent(summary),
  ...stopLines(summary),
  ...(isPlain ? [] : howToGoOn(summary, retry))
]

/** Why it ended before its items did, if it did. */
export const stopLines = ({ stopped }: BatchSummary): ReadonlyArray<string> =>
  stopped === undefined ? [] : [`stopped before the end: ${stopped}`]

const counts = (summary: BatchSummary): string => {
  const { changed, done, endedAt, items, kept, startedAt } = summary
  const others = (["failed", "refused", "withheld"] as const).flatMap((state) =>
    summary[state] === 0 ? [] : [`${summary[state]} ${state}`]
  )
  const before = [
    ...(kept === 0 ? [] : [`${kept} of them before`]),
    ...(changed === 0 ? [] : [`${changed} anew, for their items changed`])
  ]
  const all = [`${done} done`, ...others].join(", ")
  const took = ((endedAt - startedAt) / 1000).toFixed(1)
  return `${all} of ${items} in ${took} s${before.length === 0 ? "" : ` (${before.join(", ")})`}`
}

const spent = ({ cost, usage: { inputTokens, outputTokens, totalTokens } }: BatchSummary): ReadonlyArray<string> => [
  ...(totalTokens === 0 ? [] : [`${totalTokens} tokens, ${inputTokens} in and ${outputTokens} out`]),
  ...(cost === undefined ? [] : [`cost ${costWords(cost)}`])
]

/** An amount of money, and what is not in it, for it has no price or is not known before. */
export const costWords = ({ amount, currency, unknown }: Cost): string =>
  `${amountOf(amount)} ${currency}${unknown.length === 0 ? "" : `; not in it: ${unknown.join(", ")}`}`

/** Cents where there are many, and the first digits of less. */
const amountOf = (amount: number): string =>
  amount === 0 || amount >= 1 ? amount.toFixed(2) : firstDigits.format(amount)

const firstDigits = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 })

const howToGoOn = (
  { failed, refused, stopped, withheld }: BatchSummary,
  retry: Way["retry"]
): ReadonlyArray<string> => {
  const ways = [
    ...(stopped === undefined
      ? []
      : [withheld === 0 ? "the same command goes on" : "the same command goes on under a higher --max-orders"]),
    ...(refused === 0 ? [] : ["what was refused is taken up once it is mended"]),
    ...(failed === 0
      ? []
      : [`batch retry${retry === undefined ? " in place of batch run" : " again"} takes up what failed`])
  ]
  return ways.length === 0 ? [] : [ways.join("; ")]
}
