import * as Schema from "effect/Schema"
import { oneLine } from "./oneLine.js"

/** What every error of the client carries. */
export const common = {
  /** The name of the operation that failed. */
  operation: Schema.String,
  /** How many times the request was tried. 0 where nothing was sent. */
  attempts: Schema.Int,
  /**
   * Whether the request may have been accepted nevertheless: that of an order by an answer whose status is no proof of the
   * contrary, that of a submission by an attempt before the last, so that a refusal may be one of an id that the call itself
   * made known. Left out where neither is so, and by `GatewayOutcomeUnknown`, which says it by its tag.
   */
  open: Schema.optional(Schema.Boolean),
  /** What a repeated request would do: the `safety` of the operation. Left out by those that are not the client. */
  safety: Schema.optional(Schema.Literal("Read", "Keyed", "Order")),
  /** The trace or request id that the gateway gave, where it gave one. */
  traceId: Schema.optional(Schema.String)
}

/** What an error that came as a reply of the gateway carries besides. */
export const replied = {
  ...common,
  /** What the gateway said, capped and redacted. */
  detail: Schema.optional(Schema.String)
}

/** The facts that close a message: attempts, what they left open, and trace id. */
const facts = ({ attempts, open, safety, traceId }: Sayable): string => {
  const all = [
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(open === true
      ? [safety === "Order" ? "the order may have been accepted" : "an earlier one may have been accepted"]
      : []),
    ...(traceId === undefined ? [] : [`trace ${traceId}`])
  ]
  return all.length === 0 ? "" : ` (${all.join(", ")})`
}

interface Sayable {
  readonly operation: string
  readonly attempts: number
  readonly open?: boolean | undefined
  readonly safety?: "Read" | "Keyed" | "Order" | undefined
  readonly traceId?: string | undefined
  readonly detail?: string | undefined
}

/** One line: the operation, what happened, what the gateway said, attempts and trace id. */
export const sentence = (error: Sayable, whatHappened: string): string =>
  oneLine(`${error.operation}: ${whatHappened}${error.detail === undefined ? "" : `: ${error.detail}`}${facts(error)}`)
