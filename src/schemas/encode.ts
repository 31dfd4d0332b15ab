import * as Effect from "effect/Effect"
import * as ParseResult from "effect/ParseResult"
import type * as Schema from "effect/Schema"
import { fieldIssues, formatIssues } from "./FieldIssue.js"

/**
 * Encodes what the types say must fit; that it does not is a defect, which names the fields and never holds their values.
 */
export const encode =
  <A, I>(name: string, schema: Schema.Schema<A, I>) =>
  (value: A): Effect.Effect<I> =>
    Effect.catchAll(ParseResult.encode(schema)(value), (issue) =>
      Effect.dieMessage(`${name} does not encode: ${formatIssues(fieldIssues(ParseResult.parseError(issue)))}`)
    )
