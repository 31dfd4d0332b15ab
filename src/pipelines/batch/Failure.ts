import * as Schema from "effect/Schema"

/** What is told of a failure in reports: enough to group it with others of its kind, and to find it at the gateway. */
export const Failure = Schema.Struct({
  /** The tag of the typed error; that of the cause, where a step failed. */
  tag: Schema.String,
  /** In one line. */
  message: Schema.String,
  /** The step that failed, where it is known. */
  step: Schema.optional(Schema.String),
  /** The gateway's own id of the request, where it gave one. */
  traceId: Schema.optional(Schema.String)
}).annotations({ identifier: "Failure" })
export interface Failure extends Schema.Schema.Type<typeof Failure> {}
