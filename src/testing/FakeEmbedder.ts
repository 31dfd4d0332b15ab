import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { EmbeddingRequest } from "../schemas/Embedding.js"
import { createEmbeddings } from "../schemas/Embedding.js"
import type { Vector } from "../schemas/Vector.js"
import { Embedder } from "../services/Embedder.js"
import type { Answer } from "./Answer.js"
import { settle } from "./Answer.js"
import type { Calls } from "./Calls.js"
import { fake } from "./fake.js"
import { words } from "./words.js"

/** The vector of a text. */
export type VectorOf = (text: string, request: EmbeddingRequest) => Answer<Vector>

/** How often each letter comes, where each code point stands in the place of its remainder. 8 numbers, or as asked. */
export const letterCounts = (text: string, { dimensions }: Pick<EmbeddingRequest, "dimensions">): Vector => {
  const vector = new Array<number>(dimensions || 8).fill(0)
  for (const letter of text) {
    const place = (letter.codePointAt(0) ?? 0) % vector.length
    vector[place] = (vector[place] ?? 0) + 1
  }
  return vector
}

/**
 * An embedder that answers with the vectors it is given; by default with `letterCounts`. One token of the usage is one
 * word.
 *
 * @example
 * FakeEmbedder.layer((text) => (text.includes("parcel") ? [1, 0] : [0, 1]))
 */
export const layer = (vectorOf: VectorOf = letterCounts): Layer.Layer<Embedder | Calls> =>
  fake(Embedder, (noted) =>
    Embedder.make(
      noted(
        createEmbeddings,
        (request) => ({ service: "Embedder", method: "embed", request }),
        (request) =>
          Effect.map(settle(vectorOf(request.input, request)), (embedding) => {
            const tokens = words(request.input).length
            return {
              data: [{ index: 0, embedding }],
              model: request.model,
              usage: { prompt_tokens: tokens, total_tokens: tokens }
            }
          })
      )
    )
  )
