/** Where an execution, or a step of one, stands: what is `running` goes on as soon as an engine is there to carry it out. */
export type ExecutionState = "running" | "suspended" | "done" | "failed"

/** An execution of a durable pipeline, as the store has it. Unit of its times: milliseconds since 1970. */
export interface Execution {
  readonly id: string
  /** The pipeline's name. */
  readonly pipeline: string
  /** The run and the item that it was started for; empty where none was named. */
  readonly run: string
  readonly item: string
  readonly state: ExecutionState
  readonly startedAt: number
  readonly endedAt?: number | undefined
  /** What it failed with, as its schema writes it; an object with the tag and the fields of a typed error. */
  readonly failure?: unknown
}

/** A step of an execution that was started. */
export interface ExecutionStep {
  /** The step's key, such as `generateImageAssets/image[a fox]/order`. */
  readonly step: string
  readonly state: ExecutionState
  readonly startedAt: number
  readonly endedAt?: number | undefined
  readonly failure?: unknown
}

/** An execution and its steps. */
export interface ExecutionDetails extends Execution {
  /** In the order in which they were started. */
  readonly steps: ReadonlyArray<ExecutionStep>
}

/** Which executions are meant: those that all of its members fit. */
export interface ExecutionFilter {
  readonly id?: string | undefined
  readonly pipeline?: string | undefined
  readonly run?: string | undefined
  readonly item?: string | undefined
  readonly state?: ExecutionState | undefined
  /** Those that ended before this. Unit: milliseconds since 1970. */
  readonly endedBefore?: number | undefined
}
