import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { RerankRequest } from "../../schemas/Rerank.js"
import { strict } from "../../schemas/strict.js"
import { dialect, writeReply } from "./Dialect.js"
import { only, onlyAs } from "./foreign.js"

type Document = string | { readonly text: string }

const isDocument = (document: unknown): document is Document =>
  Predicate.isString(document) ||
  (Predicate.isReadonlyRecord(document) && Predicate.isString(document.text) && Object.keys(document).length === 1)

const Request = strict(
  Schema.Struct({
    ...RerankRequest.fields,
    documents: Schema.Array(
      Schema.Unknown.pipe(Schema.filter(isDocument, { description: "a string, or {text}: other fields are not taken" }))
    ),
    rank_fields: only(
      (given) => Array.isArray(given) && given.length === 1 && given[0] === "text",
      '["text"] or left out: a document has no other field'
    ),
    // The defaults of their interface.
    max_chunks_per_doc: onlyAs([10]),
    max_tokens_per_doc: onlyAs([4096])
  })
)

/** Rankings as clients of the `cohere-ai` kind ask for them: a document may be an object that holds its text. */
export const rerank = dialect(
  Request,
  ({ documents, max_chunks_per_doc: _, max_tokens_per_doc: __, rank_fields: ___, ...asked }) => ({
    requests: [{ ...asked, documents: documents.map((one) => (Predicate.isString(one) ? one : one.text)) }],
    write: writeReply
  })
)
