import * as Effect from "effect/Effect"
import type { GatewayInvalidResponse } from "../../schemas/GatewayError.js"
import type { RankedDocument, Ranking, RerankResponse } from "../../schemas/Rerank.js"
import { rerankDocuments } from "../../schemas/Rerank.js"
import { misfit } from "../client/misfit.js"

/**
 * Attaches the caller's own documents to a reply. An index out of range, or one that comes twice, would pick a wrong
 * document in silence, so it fails.
 */
export const checkRanking = (
  documents: ReadonlyArray<string>,
  { id, meta, results }: RerankResponse
): Effect.Effect<Ranking, GatewayInvalidResponse> => {
  const seen = new Set<number>()
  const ranked: Array<RankedDocument> = []
  for (const [position, { document: returned, index, relevance_score }] of results.entries()) {
    const document = documents[index]
    const path = `results[${position}].index`
    if (document === undefined) {
      return misfit(rerankDocuments, path, `must be below the number of documents ${documents.length}, and is ${index}`)
    }
    if (seen.has(index)) return misfit(rerankDocuments, path, `must come once, and ${index} comes again`)
    seen.add(index)
    ranked.push({ index, relevance_score, document, returned })
  }
  return Effect.succeed({ id, results: ranked, meta })
}
