import * as Schema from "effect/Schema"

/** An item that failed. `at` is when, in milliseconds since the run began. Long texts are cut. */
export const FailedItem = Schema.Struct({
  item: Schema.String,
  message: Schema.String,
  /** The path of the step that failed, where it is known. */
  step: Schema.optional(Schema.String),
  /** The gateway's own id of the request, where it gave one. */
  traceId: Schema.optional(Schema.String),
  at: Schema.Number
})
/** An item that failed. */
export interface FailedItem extends Schema.Schema.Type<typeof FailedItem> {}

/** The items that failed with errors of one tag: how many, in which kinds of steps, and the first 5 of them. */
export const FailureGroup = Schema.Struct({
  tag: Schema.String,
  count: Schema.NonNegativeInt,
  /** At most 10, and `other steps`. */
  steps: Schema.Array(Schema.Struct({ step: Schema.String, count: Schema.NonNegativeInt })),
  first: Schema.Array(FailedItem)
})
/** The items that failed with errors of one tag. */
export interface FailureGroup extends Schema.Schema.Type<typeof FailureGroup> {}
