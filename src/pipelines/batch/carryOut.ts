import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { carryOutKept } from "./carryOutKept.js"
import { carryOutPlain } from "./carryOutPlain.js"
import type { Failure } from "./Failure.js"
import { failureOf } from "./failureOf.js"
import type { ItemRecord } from "./ItemRecord.js"
import type { ItemFacts, ItemResult } from "./ItemResult.js"
import type { Given } from "./Items.js"
import { itemKey } from "./itemKey.js"
import type { Job } from "./Job.js"
import type { Pass } from "./Pass.js"
import { at, unusableKey } from "./refusals.js"

/** Carries an item out, or gives back what it came to in an earlier pass. Whatever goes wrong is the item's own result. */
export const carryOut =
  <I, B, E, R>({ name, work }: Job<I, B, E, R>, pass: Pass<I>) =>
  ({ input, label, name: ownName, number }: Given<I>): Effect.Effect<ItemResult<B, E>, never, R> =>
    Effect.gen(function* () {
      const began = yield* Clock.currentTimeMillis
      const nothing: ItemFacts = { item: ownName, number, isKept: false, isChanged: false, took: 0, calls: [] }
      const refused = (failure: Failure): ItemResult<B, E> => ({
        ...nothing,
        state: "refused",
        failure: at(label, failure)
      })
      const result: ItemResult<B, E> = yield* Effect.gen(function* () {
        const accepted = yield* input
        const turn = { input: accepted, number, ...(yield* itemKey(accepted, number, pass.key)) }
        const problem = unusableKey(turn.item)
        if (problem !== undefined) return refused(problem)
        return yield* work._tag === "Plain" ? carryOutPlain(work, turn) : carryOutKept(name, work, pass, turn)
      }).pipe(
        Effect.catchAll((error) => Effect.succeed(refused(failureOf(error)))),
        Effect.catchAllDefect((defect) =>
          Effect.succeed<ItemResult<B, E>>({
            ...nothing,
            state: "failed",
            cause: Cause.die(defect),
            failure: at(label, failureOf(defect))
          })
        )
      )
      const ended = yield* Clock.currentTimeMillis
      return { ...result, record: result.record ?? recordOf(result, ended), took: result.isKept ? 0 : ended - began }
    })

/** Of an item that was not begun no store knows, but the report of this pass is to name it. */
const recordOf = (result: ItemResult<unknown, unknown>, at: number): ItemRecord | undefined =>
  result.execution !== undefined || result.state === "done"
    ? undefined
    : {
        item: result.item,
        state: "failed",
        startedAt: at,
        endedAt: at,
        failure: result.failure,
        steps: [],
        calls: []
      }
