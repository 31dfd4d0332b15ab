import { Effect, Layer } from "effect"
import type { CreateEmbeddings, RecordingSearch, RerankDocuments, TranscriptionCalls } from "effect-model-gateway"
import { Embedder, PollPolicy, Reranker, Transcriber } from "effect-model-gateway"

/** What a test changes of the world. Each gets what the world itself would have answered. */
export interface Changes {
  readonly submit?: (usual: TranscriptionCalls["submit"]) => TranscriptionCalls["submit"]
  readonly query?: (usual: TranscriptionCalls["query"]) => TranscriptionCalls["query"]
  readonly embed?: (usual: CreateEmbeddings) => CreateEmbeddings
  readonly rerank?: (usual: RerankDocuments) => RerankDocuments
}

/**
 * Services whose answers stand in the texts themselves. A sentence such as `Apples near 0.8 rank 3.` has a vector whose
 * similarity to the query is 0.8, and the relevance 3; a text without numbers has the query's vector. A word is a token.
 */
export const searchWorld = (says: Readonly<Record<string, string>>, changes: Changes = {}) => {
  const { embed = same, query = same, rerank = same, submit = same } = changes
  const order: Array<string> = []
  const noted = <Request, A, E>(operation: string, answer: (request: Request) => Effect.Effect<A, E>) => {
    const requests: Array<Request> = []
    return {
      requests,
      call: (request: Request) =>
        Effect.suspend(() => {
          order.push(operation)
          requests.push(request)
          return answer(request)
        })
    }
  }
  const submits = noted(
    "submit",
    submit(() => Effect.succeed(accepted))
  )
  const queries = noted(
    "query",
    query(({ id }) => completed(id, says[id]))
  )
  const embeds = noted("embed", embed(vectorOf))
  const reranks = noted("rerank", rerank(relevances))

  const calls = { submit: submits.call, query: queries.call }
  return {
    /** The operations in the order of their calls. */
    order,
    /** The requests of each operation, in order. */
    asked: {
      submit: submits.requests,
      query: queries.requests,
      embed: embeds.requests,
      rerank: reranks.requests
    },
    layer: Layer.mergeAll(
      Layer.succeed(Transcriber, Transcriber.make(calls, { pollPolicy: PollPolicy.standard })),
      Layer.succeed(Embedder, Embedder.make(embeds.call)),
      Layer.succeed(Reranker, Reranker.make(reranks.call))
    )
  }
}

/** A search in all recordings of a world, with passages of a sentence each. */
export const searchIn = (
  says: Readonly<Record<string, string>>,
  options: Partial<typeof RecordingSearch.Encoded> = {}
): typeof RecordingSearch.Encoded => ({
  recordings: Object.keys(says).map((id) => ({ id, audio: { uri: `https://files.test/${id}.wav` } })),
  query: "fruit",
  embedding: { model: "embedder" },
  rerank: { model: "ranker" },
  passages: { size: 30 },
  ...options
})

const same = <A>(usual: A): A => usual

const accepted = { code: "200", data: null }

const completed = (id: string, text: string | undefined) =>
  Effect.succeed({ code: "200", data: text === undefined ? null : { bizId: id, status: 2, asrcResult: { text } } })

const vectorOf: CreateEmbeddings = ({ input }) => {
  const cosine = Number(/near (-?[\d.]+\d|-?\d)/.exec(input)?.[1] ?? 1)
  const tokens = input.split(" ").length
  return Effect.succeed({
    data: [{ index: 0, embedding: [cosine, Math.sqrt(1 - cosine * cosine)] }],
    usage: { prompt_tokens: tokens, total_tokens: tokens }
  })
}

const relevances: RerankDocuments = ({ documents, top_n }) =>
  Effect.succeed({
    results: documents
      .map((text, index) => ({ index, relevance_score: Number(/rank (\d+)/.exec(text)?.[1] ?? 0) }))
      .sort((a, b) => b.relevance_score - a.relevance_score)
      .slice(0, top_n)
  })
