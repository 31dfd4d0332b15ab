import * as Effect from "effect/Effect"
import type { ClaimedStep, ClaimState } from "../StepClaims.js"
import { StepClaims } from "../StepClaims.js"

/** Claims in memory: for an engine that forgets its executions with the process. */
export const memoryClaims = Effect.sync(() => {
  const claims = new Map<string, { owner: string; state: ClaimState }>()
  const keyOf = ({ execution, step }: ClaimedStep): string => JSON.stringify([execution, step])
  return StepClaims.of({
    take: (claimed) =>
      Effect.sync(() => {
        const isFirst = claims.get(keyOf(claimed))?.state !== "sending"
        claims.set(keyOf(claimed), { owner: claimed.owner, state: "sending" })
        return isFirst
      }),
    note: (claimed, state) =>
      Effect.sync(() => {
        const claim = claims.get(keyOf(claimed))
        if (claim?.owner !== claimed.owner) return false
        claim.state = state
        return true
      })
  })
})
