import * as Effect from "effect/Effect"
import type { Claim, ClaimedRequest } from "../steps/StepClaim.js"
import type { ClaimState } from "./StepClaims.js"

/** How many orders an earlier run may have sent: 0 or 1. */
export interface FoundOpen {
  readonly open: number
  /** How many of those were not counted. */
  readonly uncounted: number
}

/**
 * The claim of one run of a step. It says that nothing is at the gateway only while that holds of every request of the step: one
 * that went out without proof of the contrary may have been accepted, whatever becomes of those behind it. And it says that all
 * is counted only while none is on its way.
 */
export const openClaim = (
  { open, uncounted }: FoundOpen,
  note: (state: ClaimState, request?: ClaimedRequest) => Effect.Effect<boolean>
): Pick<Claim, "counted" | "notAccepted" | "sending" | "waiting"> => {
  const noted = Effect.suspend(() => note(open === 0 ? "waiting" : uncounted > 0 ? "sending" : "counted"))
  return {
    waiting: Effect.suspend(() => (open > 0 ? Effect.void : Effect.asVoid(noted))),
    sending: (request) =>
      Effect.suspend(() => {
        open += 1
        uncounted += 1
        return note("sending", request)
      }),
    notAccepted: Effect.suspend(() => {
      open -= 1
      uncounted -= 1
      return Effect.asVoid(noted)
    }),
    counted: Effect.suspend(() => {
      // Of a call that was refused nothing is left to count.
      if (uncounted === 0) return Effect.void
      uncounted -= 1
      return Effect.asVoid(noted)
    })
  }
}
