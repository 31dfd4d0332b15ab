import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { acceptAs } from "../../schemas/accept.js"
import { EmbeddingResponse } from "../../schemas/Embedding.js"
import type { GatewayInvalidRequest } from "../../schemas/GatewayError.js"
import { GatewayError } from "../../schemas/GatewayError.js"
import { Ranking } from "../../schemas/Rerank.js"
import { addUsage } from "../../schemas/Usage.js"
import type { Vector } from "../../schemas/Vector.js"
import { Embedder, usageOfEmbedding } from "../../services/Embedder.js"
import { Reranker } from "../../services/Reranker.js"
import { Transcriber } from "../../services/Transcriber.js"
import { stage, step } from "../../steps/Step.js"
import type { StepFailed } from "../StepFailed.js"
import { failedAt } from "../StepFailed.js"
import { nearest } from "./nearest.js"
import type { Passage } from "./passages.js"
import { passagesOf } from "./passages.js"
import type { Recording, RecordingSearchResult, SearchHit } from "./RecordingSearch.js"
import { RecordingSearch } from "./RecordingSearch.js"

const pipeline = "searchRecordings"

/**
 * Finds what recordings say about a query: transcribes each, cuts the transcripts into passages at sentence ends, embeds
 * them, keeps those nearest to the query, and reranks these. A recording that fails is reported beside the results of the
 * others; what concerns all of them (the input, the query's embedding, the rerank) fails the pipeline.
 */
export const searchRecordings = (
  input: typeof RecordingSearch.Encoded
): Effect.Effect<RecordingSearchResult, GatewayInvalidRequest | StepFailed, Transcriber | Embedder | Reranker> =>
  Effect.gen(function* () {
    const request = yield* acceptAs(pipeline, RecordingSearch)(input)
    const query = yield* embedQuery(request)
    const [failures, indexed] = yield* Effect.partition(
      request.recordings,
      (recording) =>
        stage("recording", { item: recording.id })(indexRecording(request, recording, query.vector.length)),
      { concurrency: request.concurrency }
    )
    const candidates = nearest(
      query.vector,
      indexed.flatMap(({ passages }) => passages),
      request.nearest
    )
    return {
      hits: yield* rank(request, candidates),
      transcripts: indexed.map(({ recordingId, taskId, text }) => ({ recordingId, taskId, text })),
      failures,
      usage: addUsage([query.usage, ...indexed.map(({ usage }) => usage)])
    }
  }).pipe(stage(pipeline))

/** A passage of a recording, before it is known how relevant it is. */
interface Candidate {
  readonly recordingId: string
  readonly passage: Passage
  readonly vector: Vector
}

/** The query goes first: if it cannot be embedded, no recording needs to be paid for. */
const embedQuery = ({ embedding, query }: RecordingSearch) =>
  Effect.flatMap(Embedder, ({ embed }) => embed({ ...embedding, input: query })).pipe(
    step("embed query", { success: EmbeddingResponse, error: GatewayError }),
    Effect.map((reply) => ({
      vector: Arr.flatMap(reply.data, ({ embedding }) => embedding),
      usage: usageOfEmbedding(reply)
    })),
    failedAt(pipeline, "embed query")
  )

const indexRecording = (
  { embedding, passages: cut, transcription }: RecordingSearch,
  { audio, id, taskId = id }: Recording,
  dimension: number
) =>
  Effect.gen(function* () {
    const transcriber = yield* Transcriber
    const embedder = yield* Embedder
    const { text } = yield* transcriber
      .transcribe({ ...transcription, id: taskId, audio })
      .pipe(failedAt(pipeline, "transcribe", id))
    const passages = passagesOf(text, cut)
    const { usage, vectors } = yield* embedder
      .embedMany({ ...embedding, texts: passages.map((passage) => passage.text), expectedDimension: dimension })
      .pipe(failedAt(pipeline, "embed", id))
    return {
      recordingId: id,
      taskId,
      text,
      usage,
      passages: Arr.zipWith(passages, vectors, (passage, vector): Candidate => ({ recordingId: id, passage, vector }))
    }
  })

const rank = (
  { best, query, rerank }: RecordingSearch,
  candidates: ReadonlyArray<Candidate & { readonly similarity: number }>
): Effect.Effect<ReadonlyArray<SearchHit>, StepFailed, Reranker> =>
  Effect.flatMap(Reranker, (reranker) =>
    reranker.rerank({ ...rerank, query, documents: candidates.map(({ passage }) => passage.text), top_n: best })
  ).pipe(
    step("rerank", { success: Ranking, error: GatewayError }),
    failedAt(pipeline, "rerank"),
    Effect.map(({ results }) =>
      results
        .flatMap(({ index, relevance_score: relevance }) =>
          candidates.slice(index, index + 1).map(({ passage, recordingId, similarity }) => ({
            recordingId,
            passage,
            similarity,
            relevance
          }))
        )
        .sort((a, b) => b.relevance - a.relevance)
        .slice(0, best)
    )
  )
