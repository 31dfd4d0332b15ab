import * as Schema from "effect/Schema"
import type { CallSum } from "./CallSum.js"
import { strict } from "./strict.js"

const Amount = Schema.optional(Schema.Finite.pipe(Schema.nonNegative()))

/**
 * What the calls of an operation cost, with one model or, where it names none, with every model that has no price of its own. Of
 * the amounts those that are left out are 0, and one must be there.
 */
export const Price = Schema.Struct({
  operation: Schema.NonEmptyString,
  model: Schema.optional(Schema.NonEmptyString),
  /** For each call that was accepted, or may have been. */
  perRequest: Amount,
  perMillionInputTokens: Amount,
  perMillionOutputTokens: Amount
}).pipe(
  Schema.filter(
    (price) => [price.perRequest, price.perMillionInputTokens, price.perMillionOutputTokens].some(isGiven),
    {
      description: "a price with perRequest, perMillionInputTokens or perMillionOutputTokens; free is 0"
    }
  )
)
export interface Price extends Schema.Schema.Type<typeof Price> {}

const isGiven = (amount: number | undefined): boolean => amount !== undefined

/** What calls cost, as a user writes it into a JSON file. The gateway's own prices are not shown, so nothing is free unless told. */
export const PriceTable = strict(
  Schema.Struct({
    /** The unit of all amounts, such as `USD`. */
    currency: Schema.NonEmptyString,
    prices: Schema.Array(Price).pipe(
      Schema.filter((prices) => new Set(prices.map(labelOf)).size === prices.length, {
        description: "a list with one price for each operation and model"
      })
    )
  })
).annotations({ identifier: "PriceTable" })
export interface PriceTable extends Schema.Schema.Type<typeof PriceTable> {}

/** What calls cost together. */
export interface Cost {
  readonly currency: string
  /** What those cost that have a price. Unit: the currency. */
  readonly amount: number
  /** The operations and models that have calls and no price, such as `createEmbeddings (embedder-3)`: they are in no amount. */
  readonly unknown: ReadonlyArray<string>
}

/**
 * What calls cost by a table of prices, had all been accepted that may have been: `perRequest` counts the calls that succeeded
 * and, of those that failed, the `unknown`; each as one request, however often it was sent. Tokens count as the replies told them.
 */
export const costOf = (sums: Iterable<CallSum>, table: PriceTable): Cost => {
  const priced = pricesIn(table)
  const unknown = new Set<string>()
  let amount = 0
  for (const sum of sums) {
    const price = priced(sum)
    if (price !== undefined) amount += priceOf(sum, price)
    else if (sum.calls > 0) unknown.add(labelOf(sum))
  }
  return { currency: table.currency, amount, unknown: [...unknown] }
}

/** An operation, and the model that is asked for, where it names one. */
type Priced = Pick<Price, "model" | "operation">

/** Finds the price of a call: that of its model, else that of every model. */
export const pricesIn = ({ prices }: PriceTable): ((call: Priced) => Price | undefined) => {
  const table = new Map(prices.map((price) => [labelOf(price), price]))
  return (call) => table.get(labelOf(call)) ?? table.get(call.operation)
}

const priceOf = (
  { calls, failed, unknown, usage }: CallSum,
  { perMillionInputTokens = 0, perMillionOutputTokens = 0, perRequest = 0 }: Price
): number =>
  (calls - failed + unknown) * perRequest +
  (usage.inputTokens * perMillionInputTokens + usage.outputTokens * perMillionOutputTokens) / 1_000_000

/** What calls of an operation with a model are called where they are told of. */
export const labelOf = ({ model, operation }: Priced): string =>
  model === undefined ? operation : `${operation} (${model})`
