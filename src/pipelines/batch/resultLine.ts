import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { PriceTable } from "../../schemas/PriceTable.js"
import { costOf } from "../../schemas/PriceTable.js"
import { addUsage } from "../../schemas/Usage.js"
import type { ItemResult } from "./ItemResult.js"
import type { Job } from "./Job.js"

/**
 * A result as a line of JSON: the key of the item, its number and state, its value or what it failed with, and what it used and,
 * where there are prices, cost.
 */
export const resultLine =
  <I, B, E, R>({ writeError, writeResult }: Job<I, B, E, R>, prices: PriceTable | undefined) =>
  (result: ItemResult<B, E>): Effect.Effect<string> => {
    const { calls, execution, isChanged, isKept, item, number, state } = result
    const usage = addUsage(calls.map(({ usage }) => usage))
    const facts = {
      item,
      number,
      state,
      ...(execution === undefined ? {} : { execution }),
      ...(isKept ? { kept: true } : {}),
      ...(isChanged ? { changed: true } : {}),
      ...(usage.totalTokens > 0 ? { usage } : {}),
      ...(prices === undefined || calls.length === 0 ? {} : { cost: costOf(calls, prices) })
    }
    switch (result.state) {
      case "done":
        return Effect.map(writeResult(result.value), (value) => JSON.stringify({ ...facts, value }))
      case "refused":
        return Effect.succeed(JSON.stringify({ ...facts, failure: result.failure }))
      default:
        return Effect.map(
          Option.match(Cause.failureOption(result.cause), {
            onNone: () => Effect.succeed(undefined),
            onSome: writeError
          }),
          (error) => JSON.stringify({ ...facts, failure: result.failure, error })
        )
    }
  }
