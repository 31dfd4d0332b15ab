import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** What a request orders or submits, as far as it is kept with the claim. */
export interface ClaimedRequest {
  /** The operation, by its name. */
  readonly operation: string
  /** What its field `model` says, where it has one. */
  readonly model?: string | undefined
}

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
  /**
   * The order that an earlier run may have sent, where it was stopped before the call was counted. Without its operation where
   * that was not told, for the order goes out by other means than the client. Default: none.
   */
  readonly uncounted?: Partial<ClaimedRequest> | undefined
  /** A request of the step is about to wait, and has not gone out. */
  readonly waiting: Effect.Effect<void>
  /** The request is about to go out. False where it may not, for another runner has taken the step over. */
  readonly sending: (request: ClaimedRequest) => Effect.Effect<boolean>
  /** What went out last was proved not to be accepted. */
  readonly notAccepted: Effect.Effect<void>
  /** A call of an order has ended, and what it came to is counted where the outcome of the step is kept. */
  readonly counted: Effect.Effect<void>
}

/** The claim of the running step. By default nothing is kept of it. */
export class StepClaim extends Context.Reference<StepClaim>()("effect-model-gateway/StepClaim", {
  defaultValue: (): Claim => ({
    isKept: false,
    foundOpen: false,
    mayBeSent: false,
    waiting: Effect.void,
    sending: () => Effect.succeed(true),
    notAccepted: Effect.void,
    counted: Effect.void
  })
}) {}
