import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { ClaimedRequest } from "../steps/StepClaim.js"

/** A step of an execution that sends what must not go out twice, and which of its runs is meant. */
export interface ClaimedStep {
  readonly execution: string
  /** The step's key. */
  readonly step: string
  /** Names one run of the step among all of them. */
  readonly owner: string
}

/**
 * How far a claimed step got: `waiting` is known not to be at the gateway, `sending` may be, and `counted` too, but what its calls
 * came to is counted.
 */
export type ClaimState = "waiting" | "sending" | "counted"

/**
 * Where the steps are claimed that send orders and submissions, beside what they came to: a claim is no step, for what a step
 * has kept looks the same on the first run and on the next.
 */
export class StepClaims extends Context.Tag("effect-model-gateway/StepClaims")<
  StepClaims,
  {
    /** Claims a step for a run of it. False where an earlier run may have sent its request. */
    readonly take: (claimed: ClaimedStep) => Effect.Effect<boolean>
    /** What an earlier run may have sent and did not count, of a step that this run has taken; none where there is none. */
    readonly uncounted: (claimed: ClaimedStep) => Effect.Effect<Option.Option<Partial<ClaimedRequest>>>
    /** Notes how far a run got, and with what. False where the step was taken over by another run since. */
    readonly note: (claimed: ClaimedStep, state: ClaimState, request?: ClaimedRequest) => Effect.Effect<boolean>
  }
>() {}
