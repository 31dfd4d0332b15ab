import * as Schema from "effect/Schema"

/** What every error of the client carries. */
export const common = {
  /** The name of the operation that failed. */
  operation: Schema.String,
  /** How many times the request was tried. 0 where nothing was sent. */
  attempts: Schema.Int,
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

/** The facts that close a message: attempts and trace id. */
const facts = (error: { readonly attempts: number; readonly traceId?: string | undefined }): string => {
  const attempts = error.attempts > 1 ? [`${error.attempts} attempts`] : []
  const trace = error.traceId === undefined ? [] : [`trace ${error.traceId}`]
  const all = [...attempts, ...trace]
  return all.length === 0 ? "" : ` (${all.join(", ")})`
}

interface Sayable {
  readonly operation: string
  readonly attempts: number
  readonly traceId?: string | undefined
  readonly detail?: string | undefined
}

/** One line: the operation, what happened, what the gateway said, attempts and trace id. */
export const sentence = (error: Sayable, whatHappened: string): string =>
  `${error.operation}: ${whatHappened}${error.detail === undefined ? "" : `: ${error.detail}`}${facts(error)}`
