import * as Schema from "effect/Schema"

/** A transcription that was accepted, as the engine keeps it; whether it is completed is a question of the time. */
export const TranscriptionTask = Schema.Struct({
  /** The platform's own id. */
  id: Schema.String,
  /** The caller's id. */
  bizId: Schema.String,
  /** Unit: milliseconds since 1970. */
  acceptedAt: Schema.Number,
  /** Unit: milliseconds since 1970. */
  completedAt: Schema.Number,
  text: Schema.String,
  /** Where the text was found, in words. */
  source: Schema.String,
  /** Unit: seconds. */
  duration: Schema.Number,
  /** Samples in a second, where the recording tells. */
  rate: Schema.optional(Schema.Number)
})
export interface TranscriptionTask extends Schema.Schema.Type<typeof TranscriptionTask> {}
