import * as Effect from "effect/Effect"
import { GatewayError } from "../../schemas/GatewayError.js"
import { Ranking, RerankRequest, rerankDocuments } from "../../schemas/Rerank.js"
import { Reranker } from "../../services/Reranker.js"
import { step } from "../../steps/Step.js"
import { pipeline } from "../Pipeline.js"
import { oneCall } from "./plannedCalls.js"

/** Orders documents by their relevance to a query (specification 8). No documents need no request. */
export const rerank = pipeline({
  name: "rerank",
  input: RerankRequest,
  success: Ranking,
  error: GatewayError,
  run: (request) =>
    Effect.flatMap(Reranker, (reranker) => reranker.rerank(request)).pipe(
      step("rerank", { success: Ranking, error: GatewayError })
    ),
  calls: (request) => (request.documents.length === 0 ? [] : oneCall(rerankDocuments, request))
})
