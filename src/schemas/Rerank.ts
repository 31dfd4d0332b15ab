import * as Schema from "effect/Schema"
import { reranked } from "./examples/search.js"
import { handedOn } from "./handedOn.js"
import * as Operation from "./Operation.js"
import * as Safety from "./Safety.js"
import { strict } from "./strict.js"

/**
 * Specification 8. Documents to order by relevance to a query. The defaults of `top_n` and `return_documents` are not
 * shown: what is left out is not sent.
 */
export const RerankRequest = strict(
  Schema.Struct({
    model: Schema.NonEmptyString,
    query: Schema.String,
    documents: Schema.Array(Schema.String),
    top_n: Schema.optional(Schema.NonNegativeInt).annotations({
      description: "How many results are wanted; its default is not shown."
    }),
    return_documents: Schema.optional(Schema.Boolean).annotations({
      description: "Whether each result carries its document; its default is not shown."
    })
  })
).annotations({ identifier: "RerankRequest" })
export interface RerankRequest extends Schema.Schema.Type<typeof RerankRequest> {}

/** Specification, rerank result item. `document` is an object whose fields are not shown. */
export const RerankItem = Schema.Struct({
  index: Schema.NonNegativeInt,
  relevance_score: Schema.Finite,
  document: handedOn(Schema.Unknown)
}).annotations({ identifier: "RerankItem" })
export interface RerankItem extends Schema.Schema.Type<typeof RerankItem> {}

/** Specification 8. The documents' positions and scores; `meta` is an object whose fields are not shown. */
export const RerankResponse = Schema.Struct({
  id: handedOn(Schema.String),
  results: Schema.Array(RerankItem),
  meta: handedOn(Schema.Unknown)
}).annotations({ identifier: "RerankResponse" })
export interface RerankResponse extends Schema.Schema.Type<typeof RerankResponse> {}

/** Specification 8. Orders documents by relevance to a query. */
export const rerankDocuments = Operation.post("rerankDocuments", "/v1/rerank", {
  request: RerankRequest,
  response: RerankResponse,
  safety: Safety.read,
  documentation: {
    summary: "Rerank documents",
    description:
      "Orders documents by relevance to a query. `index` is a document's position in the request. The scale of " +
      "`relevance_score` and the fields of `document` and `meta` are not shown: those of the example are illustrative.",
    example: reranked
  }
})

/** One of the caller's documents with its relevance; `document` is the caller's own text at `index`. */
export const RankedDocument = Schema.Struct({
  index: Schema.NonNegativeInt,
  relevance_score: Schema.Finite,
  document: Schema.String,
  /** The object that the gateway returned for the document, where it returned one. */
  returned: Schema.optional(Schema.Unknown)
}).annotations({ identifier: "RankedDocument" })
export interface RankedDocument extends Schema.Schema.Type<typeof RankedDocument> {}

/** What `Reranker.rerank` gives: the documents in the order of the reply. */
export const Ranking = Schema.Struct({
  id: Schema.optional(Schema.String),
  results: Schema.Array(RankedDocument),
  meta: Schema.optional(Schema.Unknown)
}).annotations({ identifier: "Ranking" })
export interface Ranking extends Schema.Schema.Type<typeof Ranking> {}
