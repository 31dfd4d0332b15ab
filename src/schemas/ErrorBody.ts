import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { FieldIssue } from "./FieldIssue.js"

/**
 * The body of a failed call as the embedded gateway writes it. The specification does not show one, so the client reads
 * others too: see `readErrorBody`.
 */
export const ErrorBody = Schema.Struct({
  error: Schema.Struct({
    /** The tag of the error. */
    type: Schema.String,
    message: Schema.String,
    /** The fields that do not fit, where the request was at fault. */
    issues: Schema.optional(Schema.Array(FieldIssue))
  }),
  traceId: Schema.String,
  /** The trace id of the gateway behind this one, where its answer is the cause and had one. */
  upstreamTraceId: Schema.optional(Schema.String)
}).annotations({ identifier: "ErrorBody" })
export interface ErrorBody extends Schema.Schema.Type<typeof ErrorBody> {}

/** What an error body of unknown shape says. */
export interface ReadErrorBody {
  readonly detail: string | undefined
  readonly traceId: string | undefined
}

/** Looks for a message and a trace id in whatever came with an error status: JSON of any shape, HTML, nothing. */
export const readErrorBody = (body: unknown): ReadErrorBody => {
  if (typeof body === "string") return { detail: plainText(body), traceId: undefined }
  if (!Predicate.isReadonlyRecord(body)) return { detail: undefined, traceId: undefined }
  const inner = Predicate.isReadonlyRecord(body.error) ? body.error : {}
  return {
    detail: firstText(inner.message, body.message, body.msg, body.error, body.detail),
    traceId: firstText(body.traceId, inner.traceId, body.request_id, body.requestId)
  }
}

const firstText = (...candidates: ReadonlyArray<unknown>): string | undefined =>
  candidates.find((candidate): candidate is string => typeof candidate === "string" && candidate !== "")

const plainText = (text: string): string | undefined =>
  text
    .slice(0, 4_000)
    .replace(/<(script|style)[\s\S]*?<\/\1>/gi, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim() || undefined
