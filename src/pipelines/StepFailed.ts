import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { oneLine } from "../schemas/errors/oneLine.js"
import { ImageNotReturned } from "../schemas/ImageNotReturned.js"
import { TranscriptionError } from "../schemas/TranscriptionError.js"
import { DeadlineExceeded, failAtDeadline } from "../steps/Deadline.js"
import { FileNotSaved } from "./FileNotSaved.js"
import { SavedFileLost } from "./SavedFileLost.js"

/** Every typed error that a step of a pipeline can end with. */
export const StepError = Schema.Union(
  ...TranscriptionError.members,
  ImageNotReturned,
  FileNotSaved,
  SavedFileLost,
  DeadlineExceeded
)
/** Every typed error that a step of a pipeline can end with. */
export type StepError = typeof StepError.Type

/** What the other items of a job had come to when it failed as a whole. */
export const Others = Schema.Struct({
  /** The files that were saved: they stay. */
  files: Schema.Array(Schema.String),
  /** What else failed. */
  failures: Schema.Array(Schema.Struct({ item: Schema.optional(Schema.String), error: StepError }))
}).annotations({ identifier: "Others" })
export interface Others extends Schema.Schema.Type<typeof Others> {}

/** A step of a pipeline failed: which, for which item, after how many attempts, and with what. */
export class StepFailed extends Schema.TaggedError<StepFailed>()("StepFailed", {
  pipeline: Schema.String,
  step: Schema.String,
  /** The item that failed; left out where the step is for all of them. */
  item: Schema.optional(Schema.String),
  attempts: Schema.Int,
  error: StepError,
  /** Left out where the failure is that of one item among others, which are told of beside it. */
  others: Schema.optional(Others)
}) {
  override get message() {
    const item = this.item === undefined ? "" : ` for ${this.item}`
    return oneLine(`${this.pipeline}: ${this.step}${item} failed: ${this.error.message}${told(this.others)}`)
  }
}

const told = ({ failures, files }: Others = { files: [], failures: [] }): string =>
  (files.length === 0 ? "" : `; files of others, which were saved and stay: ${files.length}`) +
  (failures.length === 0 ? "" : `; others that failed: ${failures.length}`)

/** Names the step, and the item, that a typed error ends, or a deadline: the items beside it, and what is done, are kept. */
export const failedAt =
  (pipeline: string, step: string, item?: string) =>
  <A, E extends StepError, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, StepFailed, R> =>
    Effect.mapError(
      failAtDeadline(effect),
      (error) => new StepFailed({ pipeline, step, item, attempts: attemptsOf(error), error })
    )

/** What the deadline kept from beginning was not tried. */
const attemptsOf = (error: StepError): number =>
  "attempts" in error ? error.attempts : error._tag === "DeadlineExceeded" ? 0 : 1
