import type { CallSum } from "../schemas/CallSum.js"
import { noCalls } from "../schemas/CallSum.js"
import { mayBeAccepted } from "../schemas/reactions.js"
import { addUsage, noUsage } from "../schemas/Usage.js"
import type { CallEvent } from "./CallListener.js"

/** Adds a call to the sum of its operation and model, or begins that sum. */
export const addCall = (sums: ReadonlyArray<CallSum>, call: CallEvent): ReadonlyArray<CallSum> => {
  const isOwn = ({ model, operation }: CallSum) => operation === call.operation && model === call.model
  return sums.some(isOwn)
    ? sums.map((sum) => (isOwn(sum) ? added(sum, call) : sum))
    : [...sums, added(noCalls(call), call)]
}

const added = (
  sum: CallSum,
  { attempts, backoff, cooldown, endedAt, failure, startedAt, usage = noUsage }: CallEvent
): CallSum => ({
  ...sum,
  calls: sum.calls + 1,
  attempts: sum.attempts + attempts,
  failed: sum.failed + (failure === undefined ? 0 : 1),
  unknown: sum.unknown + (failure !== undefined && mayBeAccepted(failure) ? 1 : 0),
  usage: addUsage([sum.usage, usage]),
  took: sum.took + endedAt - startedAt,
  backoff: sum.backoff + backoff,
  cooldown: sum.cooldown + cooldown
})
