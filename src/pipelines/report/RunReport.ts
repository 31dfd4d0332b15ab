import * as Schema from "effect/Schema"
import { CallSum } from "../../schemas/CallSum.js"
import { FailureGroup } from "./FailureGroup.js"
import { OverTime, Timeline } from "./Timeline.js"

/** How long things took. Quantiles are right to within 1 %, the rest is exact. Unit: milliseconds. */
export const Latency = Schema.Struct({
  count: Schema.NonNegativeInt,
  sum: Schema.Number,
  p50: Schema.Number,
  p90: Schema.Number,
  p95: Schema.Number,
  p99: Schema.Number,
  max: Schema.Number
})
/** How long things took. */
export interface Latency extends Schema.Schema.Type<typeof Latency> {}

/** The steps of one kind: what their paths are without items, indexes and numbers. Latency is that of those that ended. */
export const StepReport = Schema.Struct({
  step: Schema.String,
  started: Schema.NonNegativeInt,
  failed: Schema.NonNegativeInt,
  /** How many ended a minute, over the whole run. */
  perMinute: Schema.Number,
  latency: Schema.optional(Latency)
})
/** The steps of one kind. */
export interface StepReport extends Schema.Schema.Type<typeof StepReport> {}

const { model, operation, safety, ...sums } = CallSum.fields

/** What calls came to together, as `CallSum` has it; `retries` is how many requests were sent beyond the first of a call. */
export const CallTotals = Schema.Struct({ ...sums, retries: Schema.NonNegativeInt })
/** What calls came to together. */
export interface CallTotals extends Schema.Schema.Type<typeof CallTotals> {}

/** What the calls of one operation with one model came to. */
export const ModelCalls = Schema.Struct({ operation, model, safety, ...CallTotals.fields })
/** What the calls of one operation with one model came to. */
export interface ModelCalls extends Schema.Schema.Type<typeof ModelCalls> {}

/** What a run cost; `unknown` names what has no price, and is not in the amount. */
export const RunCost = Schema.Struct({
  currency: Schema.String,
  amount: Schema.Number,
  unknown: Schema.Array(Schema.String)
})
/** What a run cost. */
export interface RunCost extends Schema.Schema.Type<typeof RunCost> {}

/** What a report cannot know from the items of its run. */
export const RunAbout = Schema.Struct({
  run: Schema.String,
  pipeline: Schema.String,
  /** Why the run stopped before its end; left out where it did not. */
  stopped: Schema.optional(Schema.String),
  cost: Schema.optional(RunCost)
})
/** What a report cannot know from the items of its run. */
export interface RunAbout extends Schema.Schema.Type<typeof RunAbout> {}

/**
 * What a run came to. Its encoded form is `report.json`. It is of bounded size: what there can be any number of is given as
 * sums, quantiles and samples. Unit of its times: milliseconds; what is not called a duration is counted from `from`.
 */
export const RunReport = Schema.Struct({
  ...RunAbout.fields,
  /** When the first item started; left out where none did. */
  from: Schema.optional(Schema.DateTimeUtc),
  /** The last instant that is known of any item. */
  to: Schema.optional(Schema.DateTimeUtc),
  /** A duration: from the one to the other. */
  took: Schema.Number,
  items: Schema.Struct({
    total: Schema.NonNegativeInt,
    done: Schema.NonNegativeInt,
    failed: Schema.NonNegativeInt,
    suspended: Schema.NonNegativeInt,
    running: Schema.NonNegativeInt,
    /** How many ended a minute, over the whole run. */
    perMinute: Schema.Number,
    /** Of the items that ended. */
    latency: Schema.optional(Latency)
  }),
  failures: Schema.Struct({
    /** By tag, the largest first; at most 50. */
    groups: Schema.Array(FailureGroup),
    /** How many items failed with a tag that has no group any more. */
    ungrouped: Schema.NonNegativeInt
  }),
  /** In the order in which an item comes to them. */
  steps: Schema.Array(StepReport),
  calls: Schema.Struct({ total: CallTotals, byModel: Schema.Array(ModelCalls) }),
  overTime: OverTime,
  timeline: Timeline
}).annotations({ identifier: "RunReport" })
/** What a run came to. */
export interface RunReport extends Schema.Schema.Type<typeof RunReport> {}
