import * as Schema from "effect/Schema"
import { embedded } from "./examples/search.js"
import { handedOn } from "./handedOn.js"
import * as Operation from "./Operation.js"
import * as Safety from "./Safety.js"
import { strict } from "./strict.js"
import type { Usage } from "./Usage.js"
import { noUsage, usageOf } from "./Usage.js"
import { Vector } from "./Vector.js"

/**
 * Specification 7. One text. `encoding_format` is sent as `float`, the one value that the specification shows;
 * `dimensions` is the caller's, and what 0 means is not shown.
 */
export const EmbeddingRequest = strict(
  Schema.Struct({
    model: Schema.NonEmptyString,
    input: Schema.String,
    encoding_format: Schema.optionalWith(Schema.String, { default: () => "float" }).annotations({
      description: "float occurs; other values are not shown."
    }),
    dimensions: Schema.optional(Schema.NonNegativeInt)
  })
).annotations({ identifier: "EmbeddingRequest" })
export interface EmbeddingRequest extends Schema.Schema.Type<typeof EmbeddingRequest> {}

/** Specification, embedding item: a vector and the position of its text in the request. */
export const EmbeddingItem = Schema.Struct({
  object: handedOn(Schema.String),
  index: Schema.NonNegativeInt,
  embedding: Vector
}).annotations({ identifier: "EmbeddingItem" })
export interface EmbeddingItem extends Schema.Schema.Type<typeof EmbeddingItem> {}

/** Specification 7, `usage`. Unit: tokens. */
export const EmbeddingUsage = Schema.Struct({
  prompt_tokens: handedOn(Schema.Int),
  total_tokens: handedOn(Schema.Int)
}).annotations({ identifier: "EmbeddingUsage" })
export interface EmbeddingUsage extends Schema.Schema.Type<typeof EmbeddingUsage> {}

/** Specification 7. The vectors of a request's texts, and what they used. */
export const EmbeddingResponse = Schema.Struct({
  object: handedOn(Schema.String),
  data: Schema.Array(EmbeddingItem),
  model: handedOn(Schema.String),
  usage: handedOn(EmbeddingUsage)
}).annotations({ identifier: "EmbeddingResponse" })
export interface EmbeddingResponse extends Schema.Schema.Type<typeof EmbeddingResponse> {}

const saidUsage = ({ usage }: EmbeddingResponse): Usage | undefined =>
  usageOf(usage?.prompt_tokens ?? usage?.total_tokens, undefined, usage?.total_tokens)

/** What a reply used; no tokens where it does not say so. Embeddings have no output tokens. */
export const usageOfEmbedding = (reply: EmbeddingResponse): Usage => saidUsage(reply) ?? noUsage

/** Specification 7. One text in, one vector out. */
export const createEmbeddings = Operation.post("createEmbeddings", "/v1/embeddings", {
  request: EmbeddingRequest,
  response: EmbeddingResponse,
  safety: Safety.read,
  usage: saidUsage,
  documentation: {
    summary: "Create an embedding",
    description:
      "Turns one text into a vector. Other values of `encoding_format` than float, and what `dimensions` 0 means, are not shown. " +
      "Unit of `usage`: tokens.",
    example: embedded
  }
})
