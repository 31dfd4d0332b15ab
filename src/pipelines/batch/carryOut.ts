import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { GatewayInvalidRequest } from "../../schemas/GatewayError.js"
import { carryOutKept } from "./carryOutKept.js"
import { carryOutPlain } from "./carryOutPlain.js"
import { failureOf } from "./failureOf.js"
import type { ItemRecord } from "./ItemRecord.js"
import type { ItemRefused, ItemResult } from "./ItemResult.js"
import type { Given } from "./Items.js"
import { itemKey } from "./itemKey.js"
import type { Job } from "./Job.js"
import type { Pass } from "./Pass.js"
import { at } from "./refusals.js"

/** Carries an item out, or gives back what it came to in an earlier pass. Whatever goes wrong is the item's own result. */
export const carryOut =
  <I, B, E, R>(job: Job<I, B, E, R>, pass: Pass<I>) =>
  ({ input, label, number }: Given<I>): Effect.Effect<ItemResult<B, E>, never, R> =>
    Effect.gen(function* () {
      const began = yield* Clock.currentTimeMillis
      const { name, work } = job
      const result = yield* Effect.gen(function* () {
        const accepted = yield* input
        const turn = { input: accepted, number, ...(yield* itemKey(accepted, number, pass.key)) }
        return yield* work._tag === "Plain" ? carryOutPlain(work, turn) : carryOutKept(name, work, pass, turn)
      }).pipe(Effect.catchAll((error) => Effect.succeed(refused(label, number, error))))
      const ended = yield* Clock.currentTimeMillis
      const record = result.state === "refused" ? recordOf(result, ended) : result.record
      return { ...result, record, took: result.isKept ? 0 : ended - began }
    })

/** An item without an input has no key either: it is called by where it stands. */
const refused = (label: string, number: number, error: GatewayInvalidRequest): ItemRefused => {
  const failure = at(label, failureOf(error))
  return { state: "refused", item: label, number, isKept: false, isChanged: false, took: 0, calls: [], failure }
}

/** No store knows of it, but the report of this pass is to name it. */
const recordOf = ({ failure, item }: ItemRefused, at: number): ItemRecord => ({
  item,
  state: "failed",
  startedAt: at,
  endedAt: at,
  failure,
  steps: [],
  calls: []
})
