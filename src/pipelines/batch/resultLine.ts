import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { PriceTable } from "../../schemas/PriceTable.js"
import { costOf } from "../../schemas/PriceTable.js"
import { addUsage } from "../../schemas/Usage.js"
import { failureOf } from "./failureOf.js"
import type { ItemResult } from "./ItemResult.js"
import type { Job } from "./Job.js"

/**
 * A result as a line of JSON: the key of the item, its number and state, its value or what it failed with, and what it used and,
 * where there are prices, cost. `unwritten` says why a value or an error has no JSON.
 */
export const resultLine =
  <I, B, E, R>(job: Job<I, B, E, R>, prices: PriceTable | undefined) =>
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
    return outcomeOf(job, result).pipe(
      Effect.map((outcome) => JSON.stringify({ ...facts, ...outcome })),
      // The work is done, and its item is not lost for that its value cannot be written.
      Effect.catchAllDefect((defect) => Effect.succeed(JSON.stringify({ ...facts, unwritten: failureOf(defect) })))
    )
  }

const outcomeOf = <I, B, E, R>(
  { writeError, writeResult }: Job<I, B, E, R>,
  result: ItemResult<B, E>
): Effect.Effect<Readonly<Record<string, unknown>>> => {
  switch (result.state) {
    case "done":
      return Effect.map(writeResult(result.value), (value) => ({ value }))
    case "refused":
      return Effect.succeed({ failure: result.failure })
    default:
      return Effect.map(
        Option.match(Cause.failureOption(result.cause), {
          onNone: () => Effect.succeed(undefined),
          onSome: writeError
        }),
        (error) => ({ failure: result.failure, error })
      )
  }
}
