import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { acceptAs } from "../schemas/accept.js"
import type { EmbeddingRequest } from "../schemas/Embedding.js"
import { createEmbeddings, EmbeddingResponse, usageOfEmbedding } from "../schemas/Embedding.js"
import { EmbedManyRequest } from "../schemas/EmbedMany.js"
import { GatewayError } from "../schemas/GatewayError.js"
import type { Usage } from "../schemas/Usage.js"
import { addUsage } from "../schemas/Usage.js"
import type { Vector } from "../schemas/Vector.js"
import { step } from "../steps/Step.js"
import { checkEmbedding } from "./embedding/checkEmbedding.js"
import { GatewayClient } from "./GatewayClient.js"

/** One call of the embeddings operation (specification 7). */
export type CreateEmbeddings = (
  request: typeof EmbeddingRequest.Encoded
) => Effect.Effect<EmbeddingResponse, GatewayError>

/** How the requests for many texts are sent. */
export interface EmbedManyOptions {
  /** How many requests are in flight at a time. Default: 8. */
  readonly concurrency?: number | undefined
  /** Is told what each request used, so that it is known also where a later one fails. */
  readonly onUsage?: ((usage: Usage) => Effect.Effect<void>) | undefined
}

/** Vectors in the order of their texts, and what all requests used together. */
export interface Embeddings {
  readonly vectors: ReadonlyArray<Vector>
  readonly usage: Usage
}

/** Turns texts into vectors (specification 7). */
export class Embedder extends Context.Tag("effect-model-gateway/Embedder")<
  Embedder,
  {
    /** One vector for one text. Count, index and, where it was asked for, dimension of the reply are checked. */
    readonly embed: CreateEmbeddings
    /**
     * Vectors for many texts, in their order: one request for each different text, for array input is not shown. All
     * vectors must have one dimension.
     */
    readonly embedMany: (
      request: typeof EmbedManyRequest.Encoded,
      options?: EmbedManyOptions
    ) => Effect.Effect<Embeddings, GatewayError>
  }
>() {
  /** An embedder over the operation, wherever it runs. */
  static readonly make = (create: CreateEmbeddings): typeof Embedder.Service => {
    const embed: CreateEmbeddings = (request) =>
      Effect.flatMap(create(request), (reply) => checkEmbedding(reply, request.dimensions || undefined))

    return Embedder.of({
      embed,
      embedMany: (request, { concurrency = 8, onUsage = () => Effect.void } = {}) =>
        Effect.gen(function* () {
          const { dimensions, expectedDimension, model, texts } = yield* acceptAs(
            "embedMany",
            EmbedManyRequest
          )(request)
          const distinct = [...new Set(texts)]
          const ask = (input: string, index: number, dimension: number | undefined) =>
            embed({ model, input, dimensions }).pipe(
              Effect.flatMap((reply) => checkEmbedding(reply, dimension)),
              step(`embed[${index}]`, { success: EmbeddingResponse, error: GatewayError }),
              Effect.tap((reply) => onUsage(usageOfEmbedding(reply)))
            )
          const first = yield* Effect.forEach(distinct.slice(0, 1), (input) => ask(input, 0, expectedDimension))
          const dimension = first[0]?.data[0]?.embedding.length
          const rest = yield* Effect.forEach(distinct.slice(1), (input, index) => ask(input, index + 1, dimension), {
            concurrency
          })
          const replies = [...first, ...rest]
          const vectors = new Map(
            Arr.zip(
              distinct,
              replies.flatMap(({ data }) => data.map((item) => item.embedding))
            )
          )
          return {
            vectors: Arr.filterMap(texts, (text) => Option.fromNullable(vectors.get(text))),
            usage: addUsage(replies.map(usageOfEmbedding))
          }
        })
    })
  }

  /** Over HTTP. */
  static readonly layer: Layer.Layer<Embedder, never, GatewayClient> = Layer.effect(
    Embedder,
    Effect.map(GatewayClient, ({ execute }) => Embedder.make(execute(createEmbeddings)))
  )
}
