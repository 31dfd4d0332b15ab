import * as Schema from "effect/Schema"
import { addUsage, noUsage, Usage } from "./Usage.js"

/** What the calls of one operation with one model came to together. */
export const CallSum = Schema.Struct({
  operation: Schema.String,
  /** The model that the requests named; left out where they name none. */
  model: Schema.optional(Schema.String),
  /** What a repeated request would do. */
  safety: Schema.Literal("Read", "Keyed", "Order"),
  /** How many calls ended, however that was. */
  calls: Schema.NonNegativeInt,
  /** How many requests they sent: more than the calls where some were sent again. */
  attempts: Schema.NonNegativeInt,
  /** How many of the calls failed. */
  failed: Schema.NonNegativeInt,
  /** How many of those that failed may have been accepted nevertheless, and so may have to be paid for. */
  unknown: Schema.NonNegativeInt,
  /** What the replies said that they used. */
  usage: Usage,
  /** How long the calls took together. Unit: milliseconds. */
  took: Schema.Number,
  /** How much of that they waited before a request was sent again. Unit: milliseconds. */
  backoff: Schema.Number,
  /** How much of it they waited for their turn, or for a pause that the gateway had asked for. Unit: milliseconds. */
  cooldown: Schema.Number
}).annotations({ identifier: "CallSum" })
export interface CallSum extends Schema.Schema.Type<typeof CallSum> {}

/** What is added up of calls. */
export type CallNumbers = Omit<CallSum, "model" | "operation" | "safety">

/** The numbers of no calls. */
export const noNumbers: CallNumbers = {
  calls: 0,
  attempts: 0,
  failed: 0,
  unknown: 0,
  usage: noUsage,
  took: 0,
  backoff: 0,
  cooldown: 0
}

/** The numbers of some calls and of others together. */
export const addNumbers = (a: CallNumbers, b: CallNumbers): CallNumbers => ({
  calls: a.calls + b.calls,
  attempts: a.attempts + b.attempts,
  failed: a.failed + b.failed,
  unknown: a.unknown + b.unknown,
  usage: addUsage([a.usage, b.usage]),
  took: a.took + b.took,
  backoff: a.backoff + b.backoff,
  cooldown: a.cooldown + b.cooldown
})

/** The sums of calls, those of the same operation and model as one. */
export const addSums = (sums: Iterable<CallSum>): ReadonlyArray<CallSum> => {
  const all = new Map<string, CallSum>()
  for (const sum of sums) {
    const key = JSON.stringify([sum.operation, sum.model])
    const before = all.get(key)
    all.set(key, before === undefined ? sum : { ...before, ...addNumbers(before, sum) })
  }
  return [...all.values()]
}
