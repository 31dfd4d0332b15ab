import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { EmbeddingRequest, EmbeddingResponse } from "../schemas/Embedding.js"
import { createEmbeddings } from "../schemas/Embedding.js"
import type { GatewayBadRequest } from "../schemas/GatewayError.js"
import { Embedder } from "../services/Embedder.js"
import { answering } from "./answering.js"
import { embedText } from "./embedding/embedText.js"
import { refuse } from "./refuse.js"
import { terms } from "./words/terms.js"

/** The dimension of a vector where none, or 0, is asked for. */
export const defaultDimension = 256

/** The largest dimension of a vector. */
export const largestDimension = 8_192

/**
 * Vectors by feature hashing of words and their parts (specification 7). Texts with shared or akin words are close to each
 * other; it knows no meanings, so synonyms are not. One token of the usage is one word. Any model name is taken.
 */
export const layer: Layer.Layer<Embedder> = Layer.sync(Embedder, () =>
  Embedder.make(answering(createEmbeddings)((request) => embed(request)))
)

const embed = ({
  dimensions = 0,
  encoding_format,
  input,
  model
}: EmbeddingRequest): Effect.Effect<EmbeddingResponse, GatewayBadRequest> => {
  if (encoding_format !== "float") return refuse(createEmbeddings, "encoding_format", "must be float")
  if (dimensions > largestDimension) {
    return refuse(createEmbeddings, "dimensions", `must be ${largestDimension} or less`)
  }
  return Effect.sync(() => {
    const found = terms(input)
    return {
      object: "list",
      data: [{ object: "embedding", index: 0, embedding: embedText(found, dimensions || defaultDimension) }],
      model,
      usage: { prompt_tokens: found.length, total_tokens: found.length }
    }
  })
}
