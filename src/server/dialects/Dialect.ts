import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import type * as Schema from "effect/Schema"
import type { FieldIssue } from "../../schemas/FieldIssue.js"
import { fieldIssues } from "../../schemas/FieldIssue.js"
import { withoutNulls } from "./foreign.js"

/** Writes the JSON of replies, in the order of their requests, in the form that the caller asked for. */
export type Write = (
  replies: ReadonlyArray<unknown>,
  status: number
) => Effect.Effect<HttpServerResponse.HttpServerResponse>

/** A request as a caller wrote it, in the terms of the contract. */
export interface Translation {
  /** The requests of the contract that answer it, at least one. */
  readonly requests: ReadonlyArray<unknown>
  readonly write: Write
}

/** Reads the fields of a request: into the contract's terms, or into what is refused and why. */
export type Dialect = (fields: unknown) => Either.Either<Translation, ReadonlyArray<FieldIssue>>

/** The one reply as JSON, as the contract has it. */
export const writeReply: Write = ([reply = null], status) => HttpServerResponse.unsafeJson(reply, { status })

/** The contract's own form: one request, and its reply as JSON. */
export const contract: Dialect = (fields) => Either.right({ requests: [fields], write: writeReply })

/**
 * What other clients write where the contract is spoken too. `schema` is the contract's request with their fields beside
 * its own, so that one refusal names each field that does not fit, of whichever side. Null reads as left out. `objections`
 * are to fields that fit each by itself.
 */
export const dialect =
  <A, I>(
    schema: Schema.Schema<A, I>,
    translate: (request: A) => Translation,
    objections: (request: A) => ReadonlyArray<FieldIssue> = () => []
  ): Dialect =>
  (fields) =>
    ParseResult.decodeUnknownEither(schema)(withoutNulls(fields)).pipe(
      Either.mapLeft((issue) => fieldIssues(ParseResult.parseError(issue))),
      Either.flatMap((request) => {
        const issues = objections(request)
        return issues.length === 0 ? Either.right(translate(request)) : Either.left(issues)
      })
    )
