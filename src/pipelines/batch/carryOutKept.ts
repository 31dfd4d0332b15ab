import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { GatewayInvalidRequest } from "../../schemas/GatewayError.js"
import type { ItemResult } from "./ItemResult.js"
import type { Found, Kept } from "./Job.js"
import { outcomeOf } from "./outcomeOf.js"
import type { Pass, Turn } from "./Pass.js"
import { keyTaken } from "./refusals.js"

/** Carries an item out as an execution that is kept, or gives back how that ended in an earlier pass. */
export const carryOutKept = <I, B, E, R>(
  pipeline: string,
  work: Kept<I, B, E, R>,
  { pass, retry, run }: Pass<I>,
  { input, item, number, payload }: Turn<I>
): Effect.Effect<ItemResult<B, E>, GatewayInvalidRequest, R> =>
  Effect.gen(function* () {
    const name = { run, item }
    const execution = yield* work.executionId(input, name)
    const found = yield* work.note({ ...name, pipeline, payload, execution, pass })
    const facts = { item, number, isKept: false, isChanged: false, took: 0 }
    if (found === "taken") return { ...facts, state: "refused", failure: keyTaken(item), calls: [] }
    const before = found === "nothing" ? Option.none() : yield* work.ended(execution)
    const goesOn = Option.isNone(before) || isTakenUp(before.value, found, retry)
    if (Option.isSome(before) && goesOn) yield* work.reopen(execution)
    const exit = goesOn ? yield* Effect.exit(work.execute(input, name)) : before.value
    // The same item again in one pass is one piece of work, told and paid for once.
    const isRepeated = found === "repeated"
    return {
      ...facts,
      ...outcomeOf(exit),
      execution,
      isKept: !goesOn || isRepeated,
      isChanged: found === "changed" && goesOn,
      calls: isRepeated ? [] : yield* work.callsOf(name)
    }
  })

/**
 * Whether what ended in an earlier pass is to be carried on: what failed where that was asked for, and an order that was withheld
 * always. What ended in this pass has had its turn.
 */
const isTakenUp = (exit: Exit.Exit<unknown, unknown>, found: Found, retry: "failed" | undefined): boolean => {
  if (found === "repeated") return false
  const { state } = outcomeOf(exit)
  return state === "withheld" || (state === "failed" && retry === "failed")
}
