import * as Schema from "effect/Schema"
import { strict } from "./strict.js"

/** Texts to embed with one model, each by a request of its own (specification 7). */
export const EmbedManyRequest = strict(
  Schema.Struct({
    model: Schema.NonEmptyString,
    texts: Schema.Array(Schema.String),
    dimensions: Schema.optional(Schema.NonNegativeInt),
    /** The dimension that the vectors must have, where it is known; else that of the first reply is taken for all. */
    expectedDimension: Schema.optional(Schema.NonNegativeInt)
  })
).annotations({ identifier: "EmbedManyRequest" })
export interface EmbedManyRequest extends Schema.Schema.Type<typeof EmbedManyRequest> {}
