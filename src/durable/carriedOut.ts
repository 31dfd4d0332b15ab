import * as WorkflowEngine from "@effect/workflow/WorkflowEngine"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import { GatewayError } from "../schemas/GatewayError.js"
import { provesNotAccepted } from "../schemas/reactions.js"
import { StepClaim } from "../steps/StepClaim.js"
import type { Runner, StepDefinition } from "../steps/StepRunner.js"
import { plainRunner, StepRunner } from "../steps/StepRunner.js"
import { OrdersFoundOpen } from "./OrdersFoundOpen.js"
import { openClaim } from "./openClaim.js"
import { StepClaims } from "./StepClaims.js"

/**
 * What a step does when it is carried out and not given back: a read runs; what must not go out twice is claimed first. Where
 * an earlier run may have sent it, a keyed request is asked for, and an order ends as `GatewayOutcomeUnknown`.
 */
export const carriedOut = <A, I, E, J, R>(
  step: StepDefinition<A, I, E, J>,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | StepClaims | WorkflowEngine.WorkflowInstance> => {
  const work = Effect.provideService(effect, StepRunner, inside(step.key))
  return isRead(step) ? work : claimedFirst(step, work)
}

const isRead = ({ safety }: Pick<StepDefinition<never, never, never, never>, "safety">): boolean =>
  safety === undefined || safety === "Read"

/** Inside a step there are none, so nothing would be kept of one: what only reads is part of the step around it. */
const inside = (outer: string): Runner => ({
  ...plainRunner,
  run: ({ key, safety }, effect) =>
    isRead({ safety })
      ? effect
      : Effect.dieMessage(
          `${key} (${safety}) stands inside the step ${outer}, which would repeat it; steps do not nest`
        )
})

const claimedFirst = <A, I, E, J, R>(step: StepDefinition<A, I, E, J>, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { executionId } = yield* WorkflowEngine.WorkflowInstance
    const claims = yield* StepClaims
    const claimed = { execution: executionId, step: step.key, owner: yield* newOwner }
    const isFirst = yield* claims.take(claimed)
    const isOpen = !isFirst && step.safety === "Order"
    const foundOpen = isOpen && (yield* OrdersFoundOpen) === "end"
    const uncounted = isOpen ? Option.getOrUndefined(yield* claims.uncounted(claimed)) : undefined
    const found = { open: Number(isOpen), uncounted: Number(uncounted !== undefined) }
    const claim = openClaim(found, (state, request) => claims.note(claimed, state, request))
    return yield* work.pipe(
      Effect.provideService(StepClaim, { ...claim, isKept: true, foundOpen, mayBeSent: !isFirst, uncounted }),
      Effect.tapError((error) => (wasRefused(error) ? claim.waiting : Effect.void))
    )
  })

const isGatewayError = Schema.is(GatewayError)

/**
 * Of a step that sends its request by other means than the client, whose word it is. That something else was refused, such as a
 * read behind the order, says nothing of it.
 */
const wasRefused = (error: unknown): boolean =>
  isGatewayError(error) && error.safety !== undefined && error.safety !== "Read" && provesNotAccepted(error)

const newOwner = Effect.zipWith(
  Clock.currentTimeMillis,
  Random.nextIntBetween(0, 2 ** 48),
  (now, random) => `${now.toString(36)}-${random.toString(36)}`
)
