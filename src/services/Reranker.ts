import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { accept } from "../schemas/accept.js"
import type { GatewayError } from "../schemas/GatewayError.js"
import type { Ranking, RerankRequest, RerankResponse } from "../schemas/Rerank.js"
import { rerankDocuments } from "../schemas/Rerank.js"
import { GatewayClient } from "./GatewayClient.js"
import { checkRanking } from "./rerank/checkRanking.js"

/** One call of the rerank operation (specification 8). */
export type RerankDocuments = (request: typeof RerankRequest.Encoded) => Effect.Effect<RerankResponse, GatewayError>

/** Orders documents by their relevance to a query (specification 8). */
export class Reranker extends Context.Tag("effect-model-gateway/Reranker")<
  Reranker,
  {
    /**
     * The documents in the order of the reply, each with the caller's own text. No documents are answered without a
     * request. An index out of range, or one that comes twice, is a `GatewayInvalidResponse`.
     */
    readonly rerank: (request: typeof RerankRequest.Encoded) => Effect.Effect<Ranking, GatewayError>
  }
>() {
  /** A reranker over the operation, wherever it runs. */
  static readonly make = (rerank: RerankDocuments): typeof Reranker.Service =>
    Reranker.of({
      rerank: (request) =>
        Effect.flatMap(accept(rerankDocuments)(request), ({ documents }) =>
          documents.length === 0
            ? Effect.succeed({ results: [] })
            : Effect.flatMap(rerank(request), (reply) => checkRanking(documents, reply))
        )
    })

  /** Over HTTP. */
  static readonly layer: Layer.Layer<Reranker, never, GatewayClient> = Layer.effect(
    Reranker,
    Effect.map(GatewayClient, ({ execute }) => Reranker.make(execute(rerankDocuments)))
  )
}
