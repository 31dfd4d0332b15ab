import * as Effect from "effect/Effect"
import { createEmbeddings, EmbeddingRequest, EmbeddingResponse } from "../../schemas/Embedding.js"
import { GatewayError } from "../../schemas/GatewayError.js"
import { Embedder } from "../../services/Embedder.js"
import { step } from "../../steps/Step.js"
import { pipeline } from "../Pipeline.js"
import { oneCall } from "./plannedCalls.js"

/** Turns a text into a vector (specification 7). */
export const embed = pipeline({
  name: "embed",
  input: EmbeddingRequest,
  success: EmbeddingResponse,
  error: GatewayError,
  run: (request) =>
    Effect.flatMap(Embedder, (embedder) => embedder.embed(request)).pipe(
      step("embed", { success: EmbeddingResponse, error: GatewayError })
    ),
  calls: (request) => oneCall(createEmbeddings, request)
})
