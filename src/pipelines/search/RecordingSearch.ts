import * as Schema from "effect/Schema"
import { PositiveInt } from "../../schemas/PositiveInt.js"
import { strict } from "../../schemas/strict.js"
import { Audio } from "../../schemas/Transcription.js"
import { Usage } from "../../schemas/Usage.js"
import { StepFailed } from "../StepFailed.js"
import { Passage, PassageOptions } from "./passages.js"

/** A recording to search in. */
export const Recording = Schema.Struct({
  /** Names the recording in results and failures. */
  id: Schema.NonEmptyString,
  audio: Audio,
  /**
   * The id of its transcription task, which names it at the gateway; choose it to be unique there. Default: `id`, and in a run
   * that is kept, one made of it, the run and the audio: see `derivedId`.
   */
  taskId: Schema.optional(Schema.NonEmptyString)
}).annotations({ identifier: "Recording" })
export interface Recording extends Schema.Schema.Type<typeof Recording> {}

const allDiffer = (ids: ReadonlyArray<string>): boolean => new Set(ids).size === ids.length

const Recordings = Schema.Array(Recording).pipe(
  Schema.filter((recordings) => allDiffer(recordings.map(({ id }) => id)), {
    description: "a list of recordings with different ids"
  }),
  Schema.filter((recordings) => allDiffer(recordings.map(({ id, taskId = id }) => taskId)), {
    description: "a list of recordings with different task ids, for a task has one transcript"
  })
)

/** What `searchRecordings` works on. */
export const RecordingSearch = strict(
  Schema.Struct({
    recordings: Recordings,
    query: Schema.NonEmptyString,
    /** `type` and `resId` of the transcription tasks: the caller's, as their values are not shown. */
    transcription: Schema.optionalWith(
      Schema.Struct({ type: Schema.optional(Schema.Int), resId: Schema.optional(Schema.Int) }),
      { default: () => ({}) }
    ),
    embedding: Schema.Struct({ model: Schema.NonEmptyString, dimensions: Schema.optional(Schema.NonNegativeInt) }),
    rerank: Schema.Struct({ model: Schema.NonEmptyString }),
    passages: Schema.optionalWith(PassageOptions, { default: () => PassageOptions.make({}) }),
    /** How many of the passages nearest to the query are reranked. */
    nearest: Schema.optionalWith(PositiveInt, { default: () => 20 }),
    /** How many hits are returned. */
    best: Schema.optionalWith(PositiveInt, { default: () => 5 }),
    /** How many recordings are worked on at a time. */
    concurrency: Schema.optionalWith(PositiveInt, { default: () => 4 })
  })
).annotations({ identifier: "RecordingSearch" })
export interface RecordingSearch extends Schema.Schema.Type<typeof RecordingSearch> {}

/** A passage that answers the query. */
export const SearchHit = Schema.Struct({
  recordingId: Schema.String,
  passage: Passage,
  /** Cosine of the passage's and the query's vectors, -1 to 1. */
  similarity: Schema.Number,
  /** The score that the reranker gave; left out where the rerank failed. Its scale is the gateway's. */
  relevance: Schema.optional(Schema.Number)
}).annotations({ identifier: "SearchHit" })
export interface SearchHit extends Schema.Schema.Type<typeof SearchHit> {}

/** The transcript of a recording. */
export const RecordingTranscript = Schema.Struct({
  recordingId: Schema.String,
  taskId: Schema.String,
  text: Schema.String
}).annotations({ identifier: "RecordingTranscript" })
export interface RecordingTranscript extends Schema.Schema.Type<typeof RecordingTranscript> {}

/** What a search found, and what it could not do. */
export const RecordingSearchResult = Schema.Struct({
  /** The most relevant first; where the rerank failed, the nearest first. */
  hits: Schema.Array(SearchHit),
  /** All transcripts that were made, whether they hold a hit or not, or could be embedded: they were paid for. */
  transcripts: Schema.Array(RecordingTranscript),
  /** The recordings that failed, and the rerank where it failed, each with the step and its typed error. */
  failures: Schema.Array(StepFailed),
  /** What all embeddings used, also those before one that failed. */
  usage: Usage
}).annotations({ identifier: "RecordingSearchResult" })
export interface RecordingSearchResult extends Schema.Schema.Type<typeof RecordingSearchResult> {}
