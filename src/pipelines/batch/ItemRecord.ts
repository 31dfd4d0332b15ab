import type { CallSum } from "../../schemas/CallSum.js"
import type { Failure } from "./Failure.js"

/** Where an item, or a step of it, stands. */
export type ItemState = "running" | "suspended" | "done" | "failed"

/** What is known of an item of a run. Unit of its times: milliseconds since 1970. */
export interface ItemRecord {
  /** The item's key. */
  readonly item: string
  readonly state: ItemState
  readonly startedAt: number
  readonly endedAt?: number | undefined
  readonly failure?: Failure | undefined
  /** In the order in which they were started. Steps of one item may overlap. */
  readonly steps: ReadonlyArray<StepRecord>
  /** What its calls came to, by operation and model. */
  readonly calls: ReadonlyArray<CallSum>
}

/** What is known of a step of an item. Unit of its times: milliseconds since 1970. */
export interface StepRecord {
  /** The path of the step, such as `searchRecordings/recording[standup]/transcribe/submit`. */
  readonly step: string
  readonly state: ItemState
  readonly startedAt: number
  readonly endedAt?: number | undefined
}
