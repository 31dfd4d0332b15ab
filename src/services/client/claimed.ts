import * as Effect from "effect/Effect"
import type { GatewayError } from "../../schemas/GatewayError.js"
import { GatewayOutcomeUnknown } from "../../schemas/GatewayError.js"
import type * as Operation from "../../schemas/Operation.js"
import { failureKind, reactionTo } from "../../schemas/reactions.js"
import { StepClaim } from "../../steps/StepClaim.js"

/** Whether an earlier run of the running step may have sent this keyed request. */
export const wasPerhapsSent = ({ safety }: Operation.Any): Effect.Effect<boolean> =>
  safety._tag === "Keyed" ? Effect.map(StepClaim, ({ mayBeSent }) => mayBeSent) : Effect.succeed(false)

/** Tells the claim of the running step that its request has not gone out yet. Reads are not claimed. */
export const notYetSent = ({ safety }: Operation.Any): Effect.Effect<void> =>
  safety._tag === "Read" ? Effect.void : Effect.flatMap(StepClaim, ({ waiting }) => waiting)

/**
 * Tells the claim of the running step that its request goes out now, and where a failure proves that it was not accepted,
 * that it waits again. An order that another runner has taken over is not sent.
 */
export const claimed =
  (operation: Operation.Any, attempts: number) =>
  <A>(send: Effect.Effect<A, GatewayError>): Effect.Effect<A, GatewayError> =>
    operation.safety._tag === "Read"
      ? send
      : Effect.gen(function* () {
          const { sending } = yield* StepClaim
          const may = yield* sending
          if (!may && operation.safety._tag === "Order") return yield* takenOver(operation.name, attempts - 1)
          return yield* send
        }).pipe(Effect.tapError((error) => (wasNotAccepted(error) ? notYetSent(operation) : Effect.void)))

const takenOver = (operation: string, attempts: number) =>
  new GatewayOutcomeUnknown({ operation, safety: "Order", attempts, reason: "another process has taken it over" })

const wasNotAccepted = (error: GatewayError): boolean =>
  reactionTo(error) === "again" || failureKind(error) === "outOfTime"
