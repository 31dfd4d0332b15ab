import * as Schema from "effect/Schema"

/**
 * The run cut into at most 120 bins of equal width, the first of which may begin before the run. `between`, and `items` of each
 * kind of steps, are how many items were there on the average: one that was in several steps counts in parts.
 */
export const OverTime = Schema.Struct({
  /** When the first bin begins, 0 or less. Unit: milliseconds since the run began. */
  start: Schema.Number,
  /** Unit: milliseconds. */
  width: Schema.Number,
  /** How many items were done in each bin. */
  done: Schema.Array(Schema.NonNegativeInt),
  failed: Schema.Array(Schema.NonNegativeInt),
  steps: Schema.Array(Schema.Struct({ step: Schema.String, items: Schema.Array(Schema.Number) })),
  /** Items under way, but in no step: they wait. */
  between: Schema.Array(Schema.Number)
})
/** The run cut into bins of equal width. */
export interface OverTime extends Schema.Schema.Type<typeof OverTime> {}

const State = Schema.Literal("running", "suspended", "done", "failed")

/** A step, or several of one kind that lie close together. It has no end where it had none yet. */
export const Bar = Schema.Struct({
  step: Schema.String,
  state: State,
  start: Schema.Number,
  end: Schema.optional(Schema.Number)
})
/** A step, or several of one kind that lie close together. */
export interface Bar extends Schema.Schema.Type<typeof Bar> {}

/** An item over time. */
export const ItemRow = Schema.Struct({
  item: Schema.String,
  state: State,
  start: Schema.Number,
  /** Left out where it has none yet. */
  end: Schema.optional(Schema.Number),
  /** The tag of its failure. */
  tag: Schema.optional(Schema.String),
  /** At most 60, in the order of their starts. */
  steps: Schema.Array(Bar),
  /** How many bars more there would be. */
  omitted: Schema.NonNegativeInt
})
/** An item over time. */
export interface ItemRow extends Schema.Schema.Type<typeof ItemRow> {}

/**
 * Items one by one: all of them up to 120, in the order of their starts; of more, the 20 that took longest, and the 20 that
 * failed first. Unit of all its times: milliseconds since the run began.
 */
export const Timeline = Schema.Struct({
  all: Schema.Array(ItemRow),
  slowest: Schema.Array(ItemRow),
  firstFailed: Schema.Array(ItemRow)
})
/** Items one by one. */
export interface Timeline extends Schema.Schema.Type<typeof Timeline> {}
