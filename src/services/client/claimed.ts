import * as Effect from "effect/Effect"
import type { GatewayError } from "../../schemas/GatewayError.js"
import { GatewayOutcomeUnknown } from "../../schemas/GatewayError.js"
import type * as Operation from "../../schemas/Operation.js"
import { provesNotAccepted, reactionTo } from "../../schemas/reactions.js"
import { Run } from "../../steps/Run.js"
import { StepClaim } from "../../steps/StepClaim.js"
import type { CallTally } from "./CallTally.js"
import type { Retries } from "./RetryPolicy.js"
import { RetryPolicy } from "./RetryPolicy.js"
import { underCap } from "./underCap.js"

/** Whether an earlier run of the running step may have sent this keyed request. */
export const wasPerhapsSent = ({ safety }: Operation.Any): Effect.Effect<boolean> =>
  safety._tag === "Keyed" ? Effect.map(StepClaim, ({ mayBeSent }) => mayBeSent) : Effect.succeed(false)

/**
 * Tells the claim of the running step that its request has not gone out yet. Reads are not claimed. An order of a kept run that
 * is in no step with a claim would go out again each time that the run goes on, so it does not go out at all.
 */
export const notYetSent = ({ name, safety }: Operation.Any): Effect.Effect<void> =>
  safety._tag === "Read"
    ? Effect.void
    : Effect.gen(function* () {
        const { isKept, waiting } = yield* StepClaim
        const { id } = yield* Run
        if (id !== undefined && !isKept && safety._tag === "Order") return yield* unclaimed(name)
        yield* waiting
      })

const unclaimed = (operation: string) =>
  Effect.dieMessage(
    `${operation} was not sent: in a run that is kept it would be sent again whenever the run goes on; ` +
      'put it into a step of its own, step(name, { success, error, safety: "Order" })'
  )

/** What a claim, and the cap, is to know of a call. */
export interface ClaimedCall {
  readonly operation: Operation.Any
  readonly model: string | undefined
  readonly tally: CallTally
}

/**
 * Tells the claim of the running step that its request goes out now, and where a failure proves that it was not accepted, that
 * too. An order that another process has taken over is not sent, nor one for which the cap has no place; it is asked first, so
 * that no claim says of an order that is held back that it went out.
 */
export const claimed =
  ({ model, operation, tally }: ClaimedCall, attempts: number, ofClient: Retries) =>
  <A>(send: Effect.Effect<A, GatewayError>): Effect.Effect<A, GatewayError> =>
    operation.safety._tag === "Read"
      ? send
      : Effect.gen(function* () {
          const { notAccepted, sending } = yield* StepClaim
          const isNotAccepted = wasNotAccepted((yield* RetryPolicy) ?? ofClient)
          const isOrder = operation.safety._tag === "Order"
          const sent = Effect.flatMap(sending({ operation: operation.name, model }), (may) =>
            !may && isOrder
              ? takenOver(operation.name, attempts - 1)
              : Effect.tapError(send, (error) => (isNotAccepted(error) ? notAccepted : Effect.void))
          )
          return yield* isOrder ? underCap(operation.name, attempts, tally, isNotAccepted)(sent) : sent
        })

const takenOver = (operation: string, attempts: number) =>
  new GatewayOutcomeUnknown({ operation, safety: "Order", attempts, reason: "another process has taken it over" })

/** What is no proof to the policy is none here, for it sends nothing again on it either. */
const wasNotAccepted =
  (policy: Retries) =>
  (error: GatewayError): boolean =>
    provesNotAccepted(error) &&
    (reactionTo(error) !== "again" || error.safety !== "Order" || (policy.provesNotAccepted?.(error) ?? true))
