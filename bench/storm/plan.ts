import type { Fault, FaultPlan, FaultRule } from "effect-model-gateway/server"

/** Every kind of fault. What hangs, hangs for as long as an attempt may take, so it is dealt sparingly. */
const faults: ReadonlyArray<readonly [weight: number, fault: Fault]> = [
  [2, { kind: "status", status: 429, retryAfter: 1 }],
  [1, { kind: "status", status: 429 }],
  [2, { kind: "status", status: 503, retryAfter: 1 }],
  [1, { kind: "status", status: 503, retryAfter: 1, retryAfterAs: "date" }],
  [2, { kind: "status", status: 503 }],
  [2, { kind: "status", status: 500 }],
  [1, { kind: "status", status: 502, body: "html" }],
  [1, { kind: "status", status: 400 }],
  [1, { kind: "status", status: 401 }],
  [1, { kind: "refusal" }],
  [2, { kind: "drop" }],
  [2, { kind: "drop", accepts: true }],
  [1, { kind: "drop", accepts: true, reset: true }],
  [2, { kind: "resetInBody" }],
  [1, { kind: "cutJson" }],
  [1, { kind: "slowBody", millis: 300 }],
  [0.3, { kind: "hang" }],
  [0.3, { kind: "hang", accepts: true }],
  [0.3, { kind: "endlessBody" }],
  [1, { kind: "notFoundAtFirst", queries: 2 }],
  [0.3, { kind: "unknownStatus" }],
  [1, { kind: "duplicateResult" }],
  [1, { kind: "wrongIndex" }],
  [1, { kind: "wrongDimension" }],
  [1, { kind: "emptyImage" }],
  [1, { kind: "changingPage" }]
]

/** A plan by which a request meets some fault with this probability. A request meets the first rule that is for it. */
export const stormPlan = (seed: number, share: number): FaultPlan => {
  const total = faults.reduce((sum, [weight]) => sum + weight, 0)
  const { rules } = faults.reduce<{ readonly left: number; readonly rules: ReadonlyArray<FaultRule> }>(
    ({ left, rules }, [weight, fault]) => {
      const own = (share * weight) / total
      return { left: left - own, rules: [...rules, { operation: "*", probability: own / left, fault }] }
    },
    { left: 1, rules: [] }
  )
  return { seed, rules }
}
