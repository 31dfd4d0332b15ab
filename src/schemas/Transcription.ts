import * as Schema from "effect/Schema"
import { codeEnvelope, enveloped, successCode } from "./Envelope.js"
import { completed, submitted } from "./examples/transcription.js"
import { handedOn } from "./handedOn.js"
import * as Operation from "./Operation.js"
import * as Safety from "./Safety.js"
import { strict } from "./strict.js"

/**
 * The audio of a transcription. `uri` is a publicly downloadable URL; `rate` (sample rate) and `encoding` are codes sent
 * as strings. Which of them a gateway requires, and their values, are not shown: only `uri` is required here.
 */
export const Audio = Schema.Struct({
  aid: Schema.optional(Schema.String).annotations({ description: "Audio id." }),
  uri: Schema.propertySignature(Schema.NonEmptyString).annotations({ description: "Publicly downloadable audio URL." }),
  rate: Schema.optional(Schema.String).annotations({
    description: "Sample rate, as a string; its values are not shown."
  }),
  encoding: Schema.optional(Schema.String).annotations({
    description: "Encoding code, as a string; its values are not shown."
  })
}).annotations({ identifier: "Audio" })
export interface Audio extends Schema.Schema.Type<typeof Audio> {}

/**
 * Specification 1. `id` is chosen by the caller and names the task from then on. `type` (task type code) and `resId`
 * (resource id) are the caller's: their values and requiredness are not shown.
 */
export const TranscriptionRequest = strict(
  Schema.Struct({
    id: Schema.propertySignature(Schema.NonEmptyString).annotations({
      description: "Task id, chosen by the caller; the result is asked for by it."
    }),
    type: Schema.optional(Schema.Int).annotations({ description: "Task type code; its values are not shown." }),
    resId: Schema.optional(Schema.Int).annotations({ description: "Resource id; its values are not shown." }),
    audio: Audio
  })
).annotations({ identifier: "TranscriptionRequest" })
export interface TranscriptionRequest extends Schema.Schema.Type<typeof TranscriptionRequest> {}

/** Specification 1. The envelope that says a task is accepted; `data` is null. */
export const TranscriptionAccepted = enveloped(Schema.Unknown).annotations({ identifier: "TranscriptionAccepted" })
export interface TranscriptionAccepted extends Schema.Schema.Type<typeof TranscriptionAccepted> {}

/** Specification 2. The id that the task was submitted under. */
export const TranscriptionQuery = strict(Schema.Struct({ id: Schema.NonEmptyString })).annotations({
  identifier: "TranscriptionQuery"
})
export interface TranscriptionQuery extends Schema.Schema.Type<typeof TranscriptionQuery> {}

/** The values of a task's `status` (specification: states and transitions). */
export const TranscriptionStatus = { transcribing: 1, completed: 2 } as const

/** A local date-time of the form `YYYY-MM-DD HH:MM:SS`. The gateway names no time zone, so none is assumed. */
export const LocalDateTime = Schema.String.annotations({
  identifier: "LocalDateTime",
  description: "A local date-time, YYYY-MM-DD HH:MM:SS; its time zone is not shown"
})

const text = handedOn(Schema.String)
const localDateTime = handedOn(LocalDateTime)

/**
 * Specification, result record. `status` is any integer, so that an unknown one can be told apart; `asrcResult` holds
 * the transcript in a structure that the specification does not show.
 */
export const TranscriptionRecord = Schema.Struct({
  id: text.annotations({ description: "Task id of the gateway." }),
  bizId: text.annotations({ description: "Task id of the caller, as submitted." }),
  status: Schema.Int,
  description: text.annotations({ description: "Call description." }),
  asrcDesc: text.annotations({ description: "Transcription status, in words." }),
  createTime: localDateTime,
  updateTime: localDateTime,
  asrcResult: Schema.optional(Schema.Unknown)
}).annotations({ identifier: "TranscriptionRecord" })
export interface TranscriptionRecord extends Schema.Schema.Type<typeof TranscriptionRecord> {}

/** Specification 2. The envelope around the record; `data` is null where there is no record. */
export const TranscriptionResult = enveloped(TranscriptionRecord).annotations({ identifier: "TranscriptionResult" })
export interface TranscriptionResult extends Schema.Schema.Type<typeof TranscriptionResult> {}

/** Specification 2. The state of a task, and its transcript once it is completed. */
export const queryTranscription = Operation.post("queryTranscription", "/tk/v1/speech/async/result", {
  request: TranscriptionQuery,
  response: TranscriptionResult,
  safety: Safety.read,
  envelope: codeEnvelope,
  documentation: {
    summary: "Query a transcription",
    description:
      "The state of a task by the id that it was submitted under. `data.status` 1 means transcribing: ask again; 2 means " +
      "completed: `data.asrcResult` holds the text, in a structure that is not shown. A record that does not exist is told in " +
      "a 200 too, by a `code` whose value is not shown.",
    example: completed
  }
})

/** Specification 1. Submits audio by URL under an id of the caller's. */
export const submitTranscription = Operation.post("submitTranscription", "/tk/v1/speech/async/process", {
  request: TranscriptionRequest,
  response: TranscriptionAccepted,
  safety: Safety.keyed({
    query: queryTranscription,
    input: ({ id }: TranscriptionRequest) => ({ id }),
    known: ({ data }) => data !== null,
    accepted: { code: successCode, msg: "accepted before: the gateway knows the task", data: null }
  }),
  envelope: codeEnvelope,
  documentation: {
    summary: "Submit a transcription",
    description:
      "Submits audio by URL under an id of the caller's. A `code` of 200 means that the task is accepted; its state and text " +
      "are then queried by the same id. The allowed values of `type`, `resId`, `rate` and `encoding` are not shown: those of " +
      "the example are illustrative.",
    example: submitted
  }
})
