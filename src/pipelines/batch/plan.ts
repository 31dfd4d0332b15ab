import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { GatewayInvalidRequest } from "../../schemas/GatewayError.js"
import { GatewayOutcomeUnknown } from "../../schemas/GatewayError.js"
import type { BatchPlan, PlanOptions } from "./BatchPlan.js"
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
  given: Given<I>
): Effect.Effect<Planned, never, R> =>
  Effect.gen(function* () {
    const accepted = yield* given.input
    const { item, payload } = yield* itemKey(accepted, given.number, key)
    const problem = unusableKey(item)
    if (problem !== undefined) return refused(given, problem)
    const before = seen.get(item)
    seen.set(item, before ?? payload)
    if (before !== undefined && before !== payload) return refused(given, keyTaken(item))
    if (before !== undefined) return { state: "repeated" as const }
    const { isOver, state } = yield* standing(job, accepted, { run: runId, item, payload })
    return { state, isOver, calls: job.calls?.(accepted) }
  }).pipe(
    Effect.catchAll((error) => Effect.succeed(refused(given, failureOf(error)))),
    Effect.catchAllDefect((defect) => Effect.succeed(refused(given, failureOf(defect))))
  )

const refused = <I>({ label, name, number }: Given<I>, failure: Failure): Planned => ({
  state: "refused",
  failure: { item: name, number, ...at(label, failure) }
})

/** Where an item stands; `isOver` where a retry can send nothing of it, for its order may have been accepted. */
const standing = <I, B, E, R>(
  { name: pipeline, work }: Job<I, B, E, R>,
  input: I,
  item: { readonly run: string; readonly item: string; readonly payload: string }
): Effect.Effect<Pick<Planned, "isOver" | "state">, GatewayInvalidRequest, R> =>
  Effect.gen(function* () {
    if (work._tag === "Plain") return { state: "new" }
    const found = yield* work.look({ ...item, pipeline })
    if (found === "nothing") return { state: "new" }
    const ended = yield* work.ended(yield* work.executionId(input, item))
    if (Option.isNone(ended)) return { state: found === "changed" ? "changed" : "underWay" }
    const outcome = outcomeOf(ended.value)
    return { state: outcome.state, isOver: "failure" in outcome && outcome.failure.tag === GatewayOutcomeUnknown._tag }
  })
