import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { RerankRequest, RerankResponse } from "../schemas/Rerank.js"
import { rerankDocuments } from "../schemas/Rerank.js"
import { Reranker } from "../services/Reranker.js"
import { answering } from "./answering.js"
import { randomId } from "./randomId.js"
import { relevance } from "./ranking/relevance.js"

/**
 * Keyword relevance by the BM25+ of `minisearch` (specification 8). Scores are from 0 to 1, and only compare documents of
 * one request. It matches words, not meanings. Any model name is taken.
 */
export const layer: Layer.Layer<Reranker> = Layer.sync(Reranker, () =>
  Reranker.make(answering(rerankDocuments)((request) => rerank(request)))
)

/** The best first; documents that score alike stay in the order of the request. */
const rerank = ({
  documents,
  query,
  return_documents = false,
  top_n = documents.length
}: RerankRequest): Effect.Effect<RerankResponse> =>
  Effect.map(randomId, (id) => {
    const scores = relevance(query, documents)
    const items = documents.map((text, index) => ({
      index,
      relevance_score: scores[index] ?? 0,
      ...(return_documents ? { document: { text } } : {})
    }))
    const ranked = items.sort((a, b) => b.relevance_score - a.relevance_score)
    return { id, results: ranked.slice(0, top_n), meta: {} }
  })
