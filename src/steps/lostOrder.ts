import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { GatewayOutcomeUnknown } from "../schemas/GatewayError.js"
import { tellCall } from "./CallListener.js"
import type { ClaimedRequest } from "./StepClaim.js"

/** The failure of an order that an earlier run may have sent, and that is not sent again. */
export const lostOrder = (key: string): GatewayOutcomeUnknown =>
  new GatewayOutcomeUnknown({
    operation: key,
    safety: "Order",
    attempts: 1,
    reason: "an earlier run was stopped while the order was on its way"
  })

/**
 * Tells of the call that the earlier run could not tell of, for it may have to be paid for. Where its operation is not known it is
 * told by the name of its step, so that it has no price, and is named for want of one.
 */
export const tellLost = (
  { key, name }: { readonly key: string; readonly name: string },
  { model, operation = name }: Partial<ClaimedRequest>
): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (startedAt) =>
    tellCall({
      operation,
      safety: "Order",
      model,
      startedAt,
      attempts: 1,
      backoff: 0,
      cooldown: 0,
      failure: lostOrder(key)
    })
  )
