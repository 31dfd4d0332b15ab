import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"
import type { CallSum } from "effect-model-gateway"
import { costOf, fieldIssues, PriceTable } from "effect-model-gateway"

const read = Schema.decodeUnknownEither(Schema.parseJson(PriceTable))

/** The table that a file of this content holds. */
const tableOf = (prices: ReadonlyArray<unknown>) => Either.getOrThrow(read(JSON.stringify({ currency: "USD", prices })))

/** What is said of a file, by field. */
const saidOf = (content: unknown) =>
  Either.match(read(JSON.stringify(content)), {
    onLeft: (error) => fieldIssues(error).map(({ path, problem }) => `${path} ${problem}`),
    onRight: () => []
  })

const sum = (operation: string, sums: Partial<CallSum> = {}): CallSum => ({
  ...{ operation, safety: "Read", calls: 1, attempts: 1, failed: 0, unknown: 0, took: 10, backoff: 0, cooldown: 0 },
  usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
  ...sums
})
const tokens = (inputTokens: number, outputTokens: number) => ({
  usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens }
})

describe("PriceTable", () => {
  it("reads what a user writes", () => {
    const prices = [
      { operation: "createEmbeddings", model: "m", perMillionInputTokens: 0.02 },
      { operation: "createEmbeddings", perRequest: 0.01, perMillionInputTokens: 0, perMillionOutputTokens: 0 }
    ]
    assert.deepStrictEqual(tableOf(prices), { currency: "USD", prices })
  })

  it("names each field that does not fit", () => {
    const content = {
      currency: "",
      price: [],
      prices: [
        { operation: "a", perRequest: -1 },
        { operation: "b", perRequests: 1, perMillionInputTokens: "0.02" },
        { model: "m", perRequest: 1 }
      ]
    }
    assert.sameMembers(saidOf(content), [
      "currency must be a non empty string",
      "price is not a field here",
      "prices[0].perRequest must be a non-negative number",
      "prices[1].perRequests is not a field here",
      "prices[1].perMillionInputTokens must be a number, not a string",
      "prices[2].operation is missing"
    ])
  })

  it("refuses an amount that no number holds", () => {
    const file = '{"currency":"USD","prices":[{"operation":"a","perRequest":1e999}]}'
    assert.isTrue(Either.isLeft(read(file)))
  })

  it("refuses a price without an amount: what is free has to be told", () => {
    assert.deepStrictEqual(saidOf({ currency: "USD", prices: [{ operation: "a", model: "m" }] }), [
      "prices[0] must be a price with perRequest, perMillionInputTokens or perMillionOutputTokens; free is 0"
    ])
  })

  it.each([["m"], [undefined]])("refuses two prices of one operation with the model %s", (model) => {
    const price = { operation: "a", model, perRequest: 1 }
    assert.deepStrictEqual(saidOf({ currency: "USD", prices: [price, { ...price, perRequest: 2 }] }), [
      "prices must be a list with one price for each operation and model"
    ])
  })
})

describe("costOf", () => {
  it("counts requests, and tokens by the million", () => {
    const table = tableOf([
      { operation: "a", perRequest: 0.5 },
      { operation: "b", perMillionInputTokens: 2, perMillionOutputTokens: 8 },
      { operation: "c", perRequest: 1, perMillionOutputTokens: 4 }
    ])
    const sums = [sum("a", { calls: 3 }), sum("b", tokens(500_000, 250_000)), sum("c", tokens(7, 1_000_000))]
    assert.deepStrictEqual(costOf(sums, table), { currency: "USD", amount: 1.5 + 1 + 2 + 1 + 4, unknown: [] })
    assert.strictEqual(costOf(sums.slice(0, 2), table).amount, 4.5)
  })

  it("takes the price of the model, and where it has none that of any", () => {
    const table = tableOf([
      { operation: "a", perRequest: 1 },
      { operation: "a", model: "large", perRequest: 16 }
    ])
    const cost = (model?: string) => costOf([sum("a", model === undefined ? {} : { model })], table).amount
    assert.deepStrictEqual([cost("large"), cost("small"), cost()], [16, 1, 1])
  })

  it("counts a call that may have been accepted, and none that was not, nor a request that was sent again", () => {
    const table = tableOf([{ operation: "a", perRequest: 1 }])
    assert.strictEqual(costOf([sum("a", { calls: 10, attempts: 25, failed: 6, unknown: 2 })], table).amount, 6)
  })

  it("names what has no price, once, and counts the others", () => {
    const table = tableOf([
      { operation: "a", perRequest: 1 },
      { operation: "b", model: "large", perRequest: 0 }
    ])
    const sums = [
      sum("a"),
      sum("b", { model: "large" }),
      sum("b", { model: "small" }),
      sum("b", { model: "small", failed: 1 }),
      sum("c"),
      sum("d", { calls: 0 })
    ]
    assert.deepStrictEqual(costOf(sums, table), { currency: "USD", amount: 1, unknown: ["b (small)", "c"] })
  })
})
