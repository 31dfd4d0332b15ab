import * as WorkflowEngine from "@effect/workflow/WorkflowEngine"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import { GatewayOutcomeUnknown } from "../schemas/GatewayError.js"
import { StepClaim } from "../steps/StepClaim.js"
import type { StepDefinition } from "../steps/StepRunner.js"
import { plainRunner, StepRunner } from "../steps/StepRunner.js"
import { OrdersFoundOpen } from "./OrdersFoundOpen.js"
import { StepClaims } from "./StepClaims.js"

/**
 * What a step does when it is carried out and not given back: a read runs; what must not go out twice is claimed first. Where
 * an earlier run may have sent it, a keyed request is asked for, and an order ends as `GatewayOutcomeUnknown`.
 */
export const carriedOut = <A, I, E, J, R>(
  step: StepDefinition<A, I, E, J>,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | StepClaims | WorkflowEngine.WorkflowInstance> => {
  // Inside a step there are none: what it calls is part of it.
  const work = Effect.provideService(effect, StepRunner, plainRunner)
  return step.safety === undefined || step.safety === "Read" ? work : claimedFirst(step, work)
}

const claimedFirst = <A, I, E, J, R>(step: StepDefinition<A, I, E, J>, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { executionId } = yield* WorkflowEngine.WorkflowInstance
    const claims = yield* StepClaims
    const claimed = { execution: executionId, step: step.key, owner: yield* newOwner }
    const isFirst = yield* claims.take(claimed)
    if (!isFirst && step.safety === "Order" && (yield* OrdersFoundOpen) === "end") return yield* outcomeUnknown(step)
    return yield* Effect.provideService(work, StepClaim, {
      mayBeSent: !isFirst,
      waiting: Effect.asVoid(claims.note(claimed, "waiting")),
      sending: claims.note(claimed, "sending")
    })
  })

const outcomeUnknown = <A, I, E, J>({ error, key }: StepDefinition<A, I, E, J>): Effect.Effect<never, E> => {
  const reason = "an earlier run was stopped while the order was on its way"
  const unknown = new GatewayOutcomeUnknown({ operation: key, safety: "Order", attempts: 1, reason })
  return error !== undefined && Schema.is(error)(unknown) ? Effect.fail(unknown) : Effect.die(unknown)
}

const newOwner = Effect.zipWith(
  Clock.currentTimeMillis,
  Random.nextIntBetween(0, 2 ** 48),
  (now, random) => `${now.toString(36)}-${random.toString(36)}`
)
