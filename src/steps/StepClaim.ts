import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * What is kept of a step whose request must not go out twice, while it is carried out. Whoever sends the request, such as
 * the client, tells how far it got, so that after a stop it is known whether the gateway may have had it.
 */
export interface Claim {
  /** Whether anything is kept of the step at all. */
  readonly isKept: boolean
  /** An earlier run may have sent an order, which then is not sent again: the step ends as `GatewayOutcomeUnknown`. */
  readonly foundOpen: boolean
  /** Whether an earlier run of the step may have sent the request. A keyed one is asked for then before it is sent. */
  readonly mayBeSent: boolean
  /** A request of the step is about to wait, and has not gone out. */
  readonly waiting: Effect.Effect<void>
  /** The request is about to go out. False where it may not, for another runner has taken the step over. */
  readonly sending: Effect.Effect<boolean>
  /** What went out last was proved not to be accepted. */
  readonly notAccepted: Effect.Effect<void>
}

/** The claim of the running step. By default nothing is kept of it. */
export class StepClaim extends Context.Reference<StepClaim>()("effect-model-gateway/StepClaim", {
  defaultValue: (): Claim => ({
    isKept: false,
    foundOpen: false,
    mayBeSent: false,
    waiting: Effect.void,
    sending: Effect.succeed(true),
    notAccepted: Effect.void
  })
}) {}
