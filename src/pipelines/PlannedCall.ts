import type { CallSum } from "../schemas/CallSum.js"

/** Calls of one operation with one model that a pipeline will make for an input, as far as that is known before. */
export interface PlannedCall extends Pick<CallSum, "model" | "operation" | "safety"> {
  readonly calls: number
  /** Whether there may be more, for their number depends on what comes back. */
  readonly atLeast: boolean
  /** The bodies of those requests that are known before; 0 where none is. Unit: bytes. */
  readonly bytes: number
}
