import { Either } from "effect"
import { operations } from "effect-model-gateway"
import type { Fault, FaultedCall, FaultPlan, FaultRule } from "effect-model-gateway/server"
import { readFaultPlan } from "effect-model-gateway/server"
import type { Met } from "./least.js"

/** Every kind of fault. What hangs, hangs for as long as an attempt may take, so it is dealt sparingly. */
const faults: ReadonlyArray<readonly [weight: number, fault: Fault]> = [
  [0.05, { kind: "status", status: 429, retryAfter: 1 }],
  [2, { kind: "status", status: 429, retryAfter: 0 }],
  [0.08, { kind: "status", status: 429 }],
  [0.05, { kind: "status", status: 503, retryAfter: 1 }],
  [2, { kind: "status", status: 503, retryAfter: 0 }],
  [0.08, { kind: "status", status: 503, retryAfter: 0, retryAfterAs: "date" }],
  [0.08, { kind: "status", status: 503 }],
  [0.08, { kind: "status", status: 503, accepts: true }],
  [2, { kind: "status", status: 500 }],
  [1, { kind: "status", status: 500, accepts: true }],
  [0.5, { kind: "status", status: 408, body: "empty", accepts: true }],
  [1, { kind: "status", status: 502, body: "html" }],
  [1, { kind: "status", status: 400 }],
  [1, { kind: "status", status: 401 }],
  [1, { kind: "refusal" }],
  [1, { kind: "refusal", accepts: true }],
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

/**
 * A plan by which a request of each operation meets some fault with this probability, and every kind of fault is met by one
 * request at least.
 */
export const stormPlan = (seed: number, share: number): FaultPlan => ({
  seed,
  rules: share === 0 ? [] : [...once(seed), ...operations.flatMap(({ name }) => rulesFor(name, share))]
})

/** Each fault once, for some request of an operation that can meet it: which one, is for the seed to say. */
const once = (seed: number): ReadonlyArray<FaultRule> =>
  faults.flatMap(([, fault], index) => {
    const able = operations.filter(({ name }) => canMeet(name, fault))
    const operation = able[(Math.abs(seed) + index) % able.length]?.name
    return operation === undefined ? [] : [{ operation, at: [10 + index], fault }]
  })

const canMeet = (operation: string, fault: Fault): boolean =>
  Either.isRight(readFaultPlan({ seed: 0, rules: [{ operation, fault }] }))

/** The faults that none of these requests met, of plans and what became of each. */
export const unmet = (met: ReadonlyArray<readonly [plan: FaultPlan, faults: ReadonlyArray<FaultedCall>]>) => {
  const seen = new Set(met.flatMap(([{ rules }, calls]) => calls.map(({ rule }) => JSON.stringify(rules[rule]?.fault))))
  return faults.map(([, fault]) => JSON.stringify(fault)).filter((fault) => !seen.has(fault))
}

/** A request meets the first rule that is for it, so a rule's probability is of those that met none before. */
const rulesFor = (operation: string, share: number): ReadonlyArray<FaultRule> => {
  const own = faults.filter(([, fault]) => canMeet(operation, fault))
  const total = own.reduce((sum, [weight]) => sum + weight, 0)
  let left = 1
  return own.map(([weight, fault]) => {
    const part = (share * weight) / total
    const probability = part / left
    left -= part
    return { operation, probability, fault }
  })
}

/** What the requests of each job met, by the rules of the plan. */
export const metBy = ({ rules }: FaultPlan, calls: ReadonlyArray<FaultedCall>): ReadonlyMap<string, Met> => {
  const jobs = new Map<string, Met>()
  for (const { idempotencyKey = "", rule } of calls) {
    const fault = rules[rule]?.fault
    const { faults, hangs, slow } = jobs.get(idempotencyKey) ?? { faults: 0, hangs: 0, slow: 0 }
    jobs.set(idempotencyKey, {
      faults: faults + 1,
      hangs: hangs + (fault?.kind === "hang" ? 1 : 0),
      slow: slow + (fault?.kind === "slowBody" ? fault.millis : 0)
    })
  }
  return jobs
}
