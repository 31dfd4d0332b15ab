import * as Effect from "effect/Effect"
import * as ParseResult from "effect/ParseResult"
import type * as Schema from "effect/Schema"
import { fieldIssues } from "./FieldIssue.js"
import { GatewayInvalidRequest } from "./GatewayError.js"
import type * as Operation from "./Operation.js"

/**
 * Takes in what the caller wrote (defaults left out, of unknown type) and gives it decoded, or names each field that does
 * not fit. `name` is the operation or pipeline that it is for.
 */
export const acceptAs =
  <A, I>(name: string, schema: Schema.Schema<A, I>) =>
  (input: unknown): Effect.Effect<A, GatewayInvalidRequest> =>
    Effect.mapError(
      ParseResult.decodeUnknown(schema)(input),
      (issue) =>
        new GatewayInvalidRequest({ operation: name, attempts: 0, issues: fieldIssues(ParseResult.parseError(issue)) })
    )

/** The one door that requests of an operation come in by: the client, the engines and the server all use it. */
export const accept = <A, I, B, J>(operation: Operation.Operation<string, A, I, B, J>) =>
  acceptAs(operation.name, operation.request)
