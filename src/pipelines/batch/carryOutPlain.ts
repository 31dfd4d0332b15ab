import * as Effect from "effect/Effect"
import type { ItemResult } from "./ItemResult.js"
import type { Plain } from "./Job.js"
import { outcomeOf } from "./outcomeOf.js"
import type { Turn } from "./Pass.js"
import { recorded } from "./recorded.js"

/** Carries an item out anew, and records its steps and calls. */
export const carryOutPlain = <I, B, E, R>(
  { run }: Plain<I, B, E, R>,
  { input, item, number }: Turn<I>
): Effect.Effect<ItemResult<B, E>, never, R> =>
  Effect.map(
    recorded(
      item,
      Effect.suspend(() => run(input))
    ),
    ([exit, record]) => ({
      ...outcomeOf(exit),
      item,
      number,
      isKept: false,
      isChanged: false,
      took: 0,
      calls: record.calls,
      record
    })
  )
