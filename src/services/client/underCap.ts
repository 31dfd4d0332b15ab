import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { GatewayError } from "../../schemas/GatewayError.js"
import { GatewayOrderWithheld } from "../../schemas/GatewayError.js"
import { OrderCap } from "../../steps/OrderCap.js"
import type { CallTally } from "./CallTally.js"

/**
 * Sends an order once a place of the cap is taken for it, which is given back where it did not go out after all, or is proved
 * not to be accepted. The place of an attempt before that may have been accepted is that of the whole call.
 */
export const underCap =
  (operation: string, attempts: number, tally: CallTally, provesNotAccepted: (error: GatewayError) => boolean) =>
  <A>(send: Effect.Effect<A, GatewayError>): Effect.Effect<A, GatewayError> =>
    Effect.flatMap(OrderCap, ({ giveBack, take }) => {
      if (tally.open) return send
      const withheld = new GatewayOrderWithheld({ operation, safety: "Order", attempts: attempts - 1 })
      return Effect.acquireUseRelease(
        take,
        (isTaken) => (isTaken ? send : withheld),
        (isTaken, exit) => {
          const wentOut = tally.attempts === attempts
          tally.open = wentOut && !hasFailed(exit, provesNotAccepted)
          return isTaken && !tally.open ? giveBack : Effect.void
        }
      )
    })

const hasFailed = (exit: Exit.Exit<unknown, GatewayError>, by: (error: GatewayError) => boolean): boolean =>
  Exit.isFailure(exit) && Option.exists(Cause.failureOption(exit.cause), by)
