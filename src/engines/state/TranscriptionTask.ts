import * as Schema from "effect/Schema"

const accepted = {
  /** The platform's own id. */
  id: Schema.String,
  /** The caller's id. */
  bizId: Schema.String,
  /** Unit: milliseconds since 1970. */
  acceptedAt: Schema.Number,
  /** Unit: seconds. */
  duration: Schema.Number,
  /** Samples in a second, where the recording tells. */
  rate: Schema.optional(Schema.Number)
}

/** A transcription whose text came with the recording; whether it is completed is a question of the time. */
export const ReadingTask = Schema.Struct({
  ...accepted,
  /** Unit: milliseconds since 1970. */
  completedAt: Schema.Number,
  text: Schema.String,
  /** Where the text was found, in words. */
  source: Schema.String
})
export interface ReadingTask extends Schema.Schema.Type<typeof ReadingTask> {}

/** A transcription by a speech recogniser; how it ended is kept apart, as a `SpeechOutcome`. */
export const HearingTask = Schema.Struct({
  ...accepted,
  /** Where the recording is downloaded again, should the process end before the text is there. */
  uri: Schema.String
})
export interface HearingTask extends Schema.Schema.Type<typeof HearingTask> {}

/** A transcription that was accepted, as the engine keeps it. */
export const TranscriptionTask = Schema.Union(ReadingTask, HearingTask)
/** A transcription that was accepted, as the engine keeps it. */
export type TranscriptionTask = typeof TranscriptionTask.Type
