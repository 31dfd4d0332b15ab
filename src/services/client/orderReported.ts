import * as Effect from "effect/Effect"
import { GatewayOutcomeUnknown } from "../../schemas/GatewayError.js"
import type * as Operation from "../../schemas/Operation.js"
import { tell } from "../../steps/Progress.js"

/**
 * Reports an order that is interrupted while it is in flight: nobody is left who could be handed its error, and it may have
 * been accepted. It is told to the progress listener as failed, and logged as a warning.
 */
export const orderReported =
  ({ name, safety }: Operation.Any, attempts: number) =>
  <A, E, R>(order: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    safety._tag === "Order" ? Effect.onInterrupt(order, () => report(name, attempts)) : order

/** What becomes of an order that was in flight when it was cut off. */
export const cutOff = (operation: string, attempts: number, reason = "interrupted"): GatewayOutcomeUnknown =>
  new GatewayOutcomeUnknown({ operation, safety: "Order", attempts, reason })

const report = (operation: string, attempts: number): Effect.Effect<void> => {
  const error = cutOff(operation, attempts)
  return Effect.zipRight(
    tell({ state: "failed", name: operation, kind: "step", error }),
    Effect.logWarning(error.message)
  )
}
