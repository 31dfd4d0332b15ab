import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { GatewayInvalidRequest } from "../../schemas/GatewayError.js"
import type { BatchPlan, PlannedState, PlanOptions } from "./BatchPlan.js"
import type { Failure } from "./Failure.js"
import { failureOf } from "./failureOf.js"
import type { Given, Items } from "./Items.js"
import { givenOf } from "./Items.js"
import { itemKey } from "./itemKey.js"
import type { Job } from "./Job.js"
import type { Batchable } from "./jobOf.js"
import { jobOf } from "./jobOf.js"
import type { Planned } from "./makePlan.js"
import { makePlan } from "./makePlan.js"
import { outcomeOf } from "./outcomeOf.js"
import { at, keyTaken, unusableKey } from "./refusals.js"
import { checkSettings } from "./settings.js"

/**
 * Tells what `run` would do with the same items and options, and sends nothing: how many items are in which state, and the calls
 * that it would make, by operation. Of kept work it looks into the store, and notes nothing there. It holds the keys of all items.
 */
export const plan = <A, I, B, J, E, F, R, E2 = never, R2 = never>(
  of: Batchable<A, I, B, J, E, F, R>,
  items: Items<I, E2, R2>,
  options: PlanOptions<I>
): Effect.Effect<BatchPlan, E2 | GatewayInvalidRequest, R | R2> =>
  Effect.gen(function* () {
    yield* checkSettings(options)
    const job = jobOf(of)
    const { add, result } = makePlan({ run: options.runId, pipeline: job.name, ...options })
    const seen = new Map<string, string>()
    yield* Stream.runForEach(givenOf(job, items), (given) => Effect.map(planned(job, options, seen, given), add))
    return result()
  })

/** What is to be done about an item; `seen` has the inputs of those before it, by key. */
const planned = <I, B, E, R>(
  job: Job<I, B, E, R>,
  { key, runId }: PlanOptions<I>,
  seen: Map<string, string>,
  { input, label, number }: Given<I>
): Effect.Effect<Planned, never, R> =>
  Effect.gen(function* () {
    const accepted = yield* input
    const { item, payload } = yield* itemKey(accepted, number, key)
    const problem = unusableKey(item)
    if (problem !== undefined) return refused(label, number, problem)
    const before = seen.get(item)
    seen.set(item, before ?? payload)
    if (before !== undefined && before !== payload) return refused(label, number, keyTaken(item))
    const state = before === undefined ? yield* stateOf(job, accepted, { run: runId, item, payload }) : "repeated"
    return { state, calls: job.calls?.(accepted) }
  }).pipe(
    Effect.catchAll((error) => Effect.succeed(refused(label, number, failureOf(error)))),
    Effect.catchAllDefect((defect) => Effect.succeed(refused(label, number, failureOf(defect))))
  )

const refused = (label: string, number: number, failure: Failure): Planned => ({
  state: "refused",
  failure: { item: label, number, ...at(label, failure) }
})

const stateOf = <I, B, E, R>(
  { name: pipeline, work }: Job<I, B, E, R>,
  input: I,
  item: { readonly run: string; readonly item: string; readonly payload: string }
): Effect.Effect<PlannedState, GatewayInvalidRequest, R> =>
  Effect.gen(function* () {
    if (work._tag === "Plain") return "new"
    const found = yield* work.look({ ...item, pipeline })
    if (found === "nothing") return "new"
    const ended = yield* work.ended(yield* work.executionId(input, item))
    const open: PlannedState = found === "changed" ? "changed" : "underWay"
    return Option.match(ended, { onNone: () => open, onSome: (exit) => outcomeOf(exit).state })
  })
