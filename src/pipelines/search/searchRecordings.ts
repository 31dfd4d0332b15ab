import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import { acceptAs } from "../../schemas/accept.js"
import { EmbeddingResponse, usageOfEmbedding } from "../../schemas/Embedding.js"
import type { GatewayInvalidRequest } from "../../schemas/GatewayError.js"
import { GatewayError } from "../../schemas/GatewayError.js"
import { Ranking } from "../../schemas/Rerank.js"
import type { Usage } from "../../schemas/Usage.js"
import { addUsage } from "../../schemas/Usage.js"
import type { Vector } from "../../schemas/Vector.js"
import { Embedder } from "../../services/Embedder.js"
import { Reranker } from "../../services/Reranker.js"
import { Transcriber } from "../../services/Transcriber.js"
import { derivedId } from "../../steps/Run.js"
import { stage, step } from "../../steps/Step.js"
import type { StepFailed } from "../StepFailed.js"
import { failedAt } from "../StepFailed.js"
import { nearest } from "./nearest.js"
import type { Passage } from "./passages.js"
import { passagesOf } from "./passages.js"
import type { Recording, RecordingSearchResult, RecordingTranscript, SearchHit } from "./RecordingSearch.js"
import { RecordingSearch } from "./RecordingSearch.js"

const pipeline = "searchRecordings"

/**
 * Finds what recordings say about a query: transcribes each, cuts the transcripts into passages at sentence ends, embeds
 * them, keeps those nearest to the query, and reranks these. What was paid for is kept: a recording that fails is reported
 * beside the results of the others, with its transcript if it was made, and a rerank that fails beside the nearest
 * passages. The input and the query's embedding, before which nothing is paid for, fail the pipeline.
 */
export const searchRecordings = (
  input: typeof RecordingSearch.Encoded
): Effect.Effect<RecordingSearchResult, GatewayInvalidRequest | StepFailed, Transcriber | Embedder | Reranker> =>
  Effect.gen(function* () {
    const request = yield* acceptAs(pipeline, RecordingSearch)(input)
    const query = yield* embedQuery(request)
    const paid = yield* Effect.all({ transcripts: Ref.make(noTranscripts), usage: Ref.make(query.usage) })
    const [failures, indexed] = yield* Effect.partition(
      request.recordings,
      (recording) =>
        stage("recording", { item: recording.id })(indexRecording(request, recording, query.vector.length, paid)),
      { concurrency: request.concurrency }
    )
    const candidates = nearest(query.vector, indexed.flat(), request.nearest)
    const ranked = yield* Effect.either(rank(request, candidates))
    const transcripts = yield* paid.transcripts
    return {
      hits: Either.getOrElse(ranked, () => candidates.slice(0, request.best).map(hitOf)),
      transcripts: Arr.filterMap(request.recordings, ({ id }) => HashMap.get(transcripts, id)),
      failures: [...failures, ...Option.toArray(Either.getLeft(ranked))],
      usage: yield* paid.usage
    }
  }).pipe(stage(pipeline))

/** What was paid for so far, which a later failure does not take away. */
interface Paid {
  readonly transcripts: Ref.Ref<HashMap.HashMap<string, RecordingTranscript>>
  readonly usage: Ref.Ref<Usage>
}

const noTranscripts = HashMap.empty<string, RecordingTranscript>()

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
  { audio, id, taskId: ownId }: Recording,
  dimension: number,
  paid: Paid
) =>
  Effect.gen(function* () {
    const transcriber = yield* Transcriber
    const embedder = yield* Embedder
    const taskId = ownId ?? (yield* derivedId(id, { audio, transcription }))
    const { text } = yield* transcriber
      .transcribe({ ...transcription, id: taskId, audio })
      .pipe(failedAt(pipeline, "transcribe", id))
    yield* Ref.update(paid.transcripts, HashMap.set(id, { recordingId: id, taskId, text }))
    const passages = passagesOf(text, cut)
    const { vectors } = yield* embedder
      .embedMany(
        { ...embedding, texts: passages.map((passage) => passage.text), expectedDimension: dimension },
        { onUsage: (usage) => Ref.update(paid.usage, (sum) => addUsage([sum, usage])) }
      )
      .pipe(failedAt(pipeline, "embed", id))
    return Arr.zipWith(passages, vectors, (passage, vector): Candidate => ({ recordingId: id, passage, vector }))
  })

interface Near extends Candidate {
  readonly similarity: number
}

const hitOf = ({ passage, recordingId, similarity }: Near): SearchHit => ({ recordingId, passage, similarity })

const rank = (
  { best, query, rerank }: RecordingSearch,
  candidates: ReadonlyArray<Near>
): Effect.Effect<ReadonlyArray<SearchHit>, StepFailed, Reranker> =>
  Effect.flatMap(Reranker, (reranker) =>
    reranker.rerank({
      ...rerank,
      query,
      documents: candidates.map(({ passage }) => passage.text),
      top_n: Math.min(best, candidates.length)
    })
  ).pipe(
    step("rerank", { success: Ranking, error: GatewayError }),
    failedAt(pipeline, "rerank"),
    Effect.map(({ results }) =>
      results
        .flatMap(({ index, relevance_score: relevance }) =>
          candidates.slice(index, index + 1).map((candidate) => ({ ...hitOf(candidate), relevance }))
        )
        .sort((a, b) => b.relevance - a.relevance)
        .slice(0, best)
    )
  )
