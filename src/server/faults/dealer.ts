import * as Effect from "effect/Effect"
import { hashText } from "../../schemas/hashText.js"
import type * as Operation from "../../schemas/Operation.js"
import type { Fault } from "./Fault.js"
import type { FaultPlan, FaultRule } from "./FaultPlan.js"
import { anyOperation } from "./FaultPlan.js"
import { meets } from "./meets.js"

/** What a plan has for a request. */
export interface Dealt {
  /** The number of the request among those of its operation, from 1. */
  readonly request: number
  /** The fault that it meets, with the place of its rule in the plan, from 0; none for most. */
  readonly met?: { readonly rule: number; readonly fault: Fault }
}

/** Counts a request of an operation, and says what it meets. */
export type Deal = (operation: Operation.Any) => Effect.Effect<Dealt>

/** Deals the faults of a plan, from its beginning. */
export const dealer = ({ rules, seed }: FaultPlan): Deal => {
  const requests = new Map<string, number>()
  const used = rules.map(() => 0)
  return (operation) =>
    Effect.sync(() => {
      const { name } = operation
      const request = (requests.get(name) ?? 0) + 1
      requests.set(name, request)
      for (const [rule, when] of rules.entries()) {
        // First, for it is the cheapest: a plan may have hundreds of rules, and each request looks at all of them.
        if (when.operation !== anyOperation && when.operation !== name) continue
        const { fault, times = Number.POSITIVE_INFINITY } = when
        const uses = used[rule] ?? 0
        if (uses >= times || !meets(fault, operation)) continue
        if (!isDue(when, request, () => chance(`${seed} ${rule} ${name} ${request}`))) continue
        used[rule] = uses + 1
        return { request, met: { rule, fault } }
      }
      return { request }
    })
}

const isDue = (
  { at, probability = 1 }: Pick<FaultRule, "at" | "probability">,
  request: number,
  thrown: () => number
): boolean => (at === undefined || at.includes(request)) && thrown() < probability

/** A number from 0, and below 1, that depends on a text alone. */
const chance = (text: string): number => hashText(text) / 2 ** 32
