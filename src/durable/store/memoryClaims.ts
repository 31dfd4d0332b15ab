import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ClaimedRequest } from "../../steps/StepClaim.js"
import type { ClaimedStep, ClaimState } from "../StepClaims.js"
import { StepClaims } from "../StepClaims.js"

interface StoredClaim {
  owner: string
  state: ClaimState
  found: ClaimState | undefined
  request: Partial<ClaimedRequest>
}

/** Claims in memory: for an engine that forgets its executions with the process. */
export const memoryClaims = Effect.sync(() => {
  const claims = new Map<string, StoredClaim>()
  const keyOf = ({ execution, step }: ClaimedStep): string => JSON.stringify([execution, step])
  return StepClaims.of({
    take: (claimed) =>
      Effect.sync(() => {
        const { request = {}, state: found } = claims.get(keyOf(claimed)) ?? {}
        const state = found === "counted" ? found : "sending"
        claims.set(keyOf(claimed), { owner: claimed.owner, state, found, request })
        return found === undefined || found === "waiting"
      }),
    uncounted: (claimed) =>
      Effect.sync(() => {
        const claim = claims.get(keyOf(claimed))
        return claim?.owner === claimed.owner && claim.found === "sending" ? Option.some(claim.request) : Option.none()
      }),
    note: (claimed, state, request) =>
      Effect.sync(() => {
        const claim = claims.get(keyOf(claimed))
        if (claim?.owner !== claimed.owner) return false
        Object.assign(claim, { state, request: request ?? claim.request })
        return true
      })
  })
})
