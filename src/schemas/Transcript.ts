import * as Schema from "effect/Schema"
import { TranscriptionRecord } from "./Transcription.js"

/** The text of a completed transcription, and the record that it was found in. */
export const Transcript = Schema.Struct({
  /** The task id, as the caller chose it. */
  id: Schema.String,
  /** Empty where nothing was said in the recording. */
  text: Schema.String,
  record: TranscriptionRecord
}).annotations({ identifier: "Transcript" })
export interface Transcript extends Schema.Schema.Type<typeof Transcript> {}

/** The task is accepted, but the query does not find its record yet. */
const TranscriptionPending = Schema.TaggedStruct("Pending", { id: Schema.String })

/** The record's status is 1. */
const TranscriptionRunning = Schema.TaggedStruct("Transcribing", { id: Schema.String, record: TranscriptionRecord })

/** The record's status is 2. */
const TranscriptionCompleted = Schema.TaggedStruct("Completed", { id: Schema.String, transcript: Transcript })

/** A state of a transcription as a look at it saw it: not found yet, transcribing, completed. */
export const TranscriptionState = Schema.Union(
  TranscriptionPending,
  TranscriptionRunning,
  TranscriptionCompleted
).annotations({ identifier: "TranscriptionState" })
/** A state of a transcription as a look at it saw it: not found yet, transcribing, completed. */
export type TranscriptionState = typeof TranscriptionState.Type
