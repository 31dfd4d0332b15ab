import type { CallNumbers, CallSum } from "../schemas/CallSum.js"
import { addSums } from "../schemas/CallSum.js"
import { mayBeAccepted } from "../schemas/reactions.js"
import { noUsage } from "../schemas/Usage.js"
import type { CallEvent } from "./CallListener.js"

/** Adds a call to the sum of its operation and model, or begins that sum. */
export const addCall = (sums: ReadonlyArray<CallSum>, call: CallEvent): ReadonlyArray<CallSum> =>
  addSums([...sums, sumOf(call)])

/** What one call came to. */
const sumOf = ({ model, operation, safety, ...call }: CallEvent): CallSum => ({
  operation,
  ...(model === undefined ? {} : { model }),
  safety,
  ...numbersOf(call)
})

const numbersOf = ({
  attempts,
  backoff,
  cooldown,
  endedAt,
  failure,
  startedAt,
  usage = noUsage
}: Omit<CallEvent, "model" | "operation" | "safety">): CallNumbers => ({
  calls: 1,
  attempts,
  failed: failure === undefined ? 0 : 1,
  unknown: failure !== undefined && mayBeAccepted(failure) ? 1 : 0,
  usage,
  took: endedAt - startedAt,
  backoff,
  cooldown
})
