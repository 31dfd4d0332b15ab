import * as Effect from "effect/Effect"
import type { EmbeddingResponse } from "../../schemas/Embedding.js"
import { createEmbeddings } from "../../schemas/Embedding.js"
import type { GatewayInvalidResponse } from "../../schemas/GatewayError.js"
import { misfit } from "../client/misfit.js"

/** A reply to one text must hold one vector, of index 0 and, where it is known, of the wanted dimension. */
export const checkEmbedding = (
  reply: EmbeddingResponse,
  dimension: number | undefined
): Effect.Effect<EmbeddingResponse, GatewayInvalidResponse> => {
  const [item] = reply.data
  if (item === undefined || reply.data.length !== 1) {
    return misfit(createEmbeddings, "data", `must hold 1 vector for 1 text, and holds ${reply.data.length}`)
  }
  if (item.index !== 0) return misfit(createEmbeddings, "data[0].index", `must be 0 for 1 text, and is ${item.index}`)
  const { length } = item.embedding
  if (length === 0 || (dimension !== undefined && length !== dimension)) {
    return misfit(
      createEmbeddings,
      "data[0].embedding",
      `must have dimension ${dimension ?? "1 or more"}, and has ${length}`
    )
  }
  return Effect.succeed(reply)
}
