import * as Effect from "effect/Effect"
import type { Claim } from "../steps/StepClaim.js"
import type { ClaimState } from "./StepClaims.js"

/**
 * The claim of one run of a step. It says that nothing is at the gateway only while that holds of every request of the step: one
 * that went out without proof of the contrary may have been accepted, whatever becomes of those behind it.
 */
export const openClaim = (
  note: (state: ClaimState) => Effect.Effect<boolean>
): Pick<Claim, "notAccepted" | "sending" | "waiting"> => {
  let open = 0
  const waiting = Effect.suspend(() => (open > 0 ? Effect.void : Effect.asVoid(note("waiting"))))
  return {
    waiting,
    sending: Effect.suspend(() => {
      open += 1
      return note("sending")
    }),
    notAccepted: Effect.suspend(() => {
      open -= 1
      return waiting
    })
  }
}
