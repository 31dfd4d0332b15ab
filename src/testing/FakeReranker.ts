import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { RerankRequest } from "../schemas/Rerank.js"
import { rerankDocuments } from "../schemas/Rerank.js"
import { Reranker } from "../services/Reranker.js"
import type { Answer } from "./Answer.js"
import { settle } from "./Answer.js"
import type { Calls } from "./Calls.js"
import { fake } from "./fake.js"
import { words } from "./words.js"

/** How relevant a document is to a query: the higher, the better. */
export type ScoreOf = (query: string, document: string) => Answer<number>

/** The share of the query's words that stand in the document, from 0 to 1. */
export const sharedWords = (query: string, document: string): number => {
  const wanted = new Set(words(query.toLowerCase()))
  const found = new Set(words(document.toLowerCase()))
  return [...wanted].filter((word) => found.has(word)).length / Math.max(wanted.size, 1)
}

/**
 * A reranker that orders by the scores it is given, the best first; by default by `sharedWords`. Documents that score
 * alike stay in the order of the request.
 *
 * @example
 * FakeReranker.layer((query, document) => (document.includes("refund") ? 1 : 0))
 */
export const layer = (scoreOf: ScoreOf = sharedWords): Layer.Layer<Reranker | Calls> =>
  fake(Reranker, (noted) =>
    Reranker.make(
      noted(
        rerankDocuments,
        (request) => ({ service: "Reranker", method: "rerank", request }),
        (request) => Effect.map(scored(scoreOf, request), (results) => ({ results: results.slice(0, request.top_n) }))
      )
    )
  )

const scored = (scoreOf: ScoreOf, { documents, query, return_documents = false }: RerankRequest) =>
  Effect.map(
    Effect.forEach(documents, (text, index) =>
      Effect.map(settle(scoreOf(query, text)), (relevance_score) => ({
        index,
        relevance_score,
        document: return_documents ? { text } : undefined
      }))
    ),
    (results) => results.sort((a, b) => b.relevance_score - a.relevance_score)
  )
