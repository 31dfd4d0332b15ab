import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type { FieldIssue } from "../../schemas/FieldIssue.js"
import { fieldIssues } from "../../schemas/FieldIssue.js"
import type * as Operation from "../../schemas/Operation.js"
import { operations as builtIn } from "../../schemas/operations.js"
import { PositiveInt } from "../../schemas/PositiveInt.js"
import { strict } from "../../schemas/strict.js"
import { Fault } from "./Fault.js"
import { meets } from "./meets.js"

/** The operation of a rule that is for every operation which can meet its fault. */
export const anyOperation = "*"

/** Which requests meet a fault. One that leaves out `at` and `probability` is for all requests of its operation. */
export const FaultRule = Schema.Struct({
  /** The name of an operation, or `*` for every one that can meet the fault. */
  operation: Schema.NonEmptyString,
  /** The numbers of the requests that meet it, counted from 1 for each operation. */
  at: Schema.optional(Schema.Array(PositiveInt)),
  /** The share of requests that meet it, from 0 to 1; of those in `at`, where that is given too. */
  probability: Schema.optional(Schema.Number.pipe(Schema.between(0, 1, { description: "a number from 0 to 1" }))),
  /** How many requests meet it at the most. Default: without end. */
  times: Schema.optional(PositiveInt),
  fault: Fault
}).annotations({ identifier: "FaultRule" })
export interface FaultRule extends Schema.Schema.Type<typeof FaultRule> {}

/**
 * What a gateway does wrong, and when; as JSON it is the file of `serve --faults`. A request meets the first rule that is
 * for it, and one fault at the most.
 *
 * Chance is a hash of the seed, the rule, the operation and the request's number among those of its operation that carry
 * the key and could be read. So the n-th request of an operation meets the same fault in every run, whatever else runs
 * beside it. Not reproducible is what is decided elsewhere: which of several requests at once is the n-th, how many
 * requests a caller sends again, and, for `times` together with `*`, which operation is served first.
 */
export const FaultPlan = strict(
  Schema.Struct({
    seed: Schema.Int,
    rules: Schema.Array(FaultRule)
  })
).annotations({ identifier: "FaultPlan" })
export interface FaultPlan extends Schema.Schema.Type<typeof FaultPlan> {}

/**
 * Reads a plan for a server of these operations, the built-in ones by default; or names each field that does not fit, an
 * operation that is not served and one that cannot meet its fault among them.
 */
export const readFaultPlan = (
  json: unknown,
  operations: ReadonlyArray<Operation.Any> = builtIn
): Either.Either<FaultPlan, ReadonlyArray<FieldIssue>> =>
  ParseResult.decodeUnknownEither(FaultPlan)(json).pipe(
    Either.mapLeft((issue) => fieldIssues(ParseResult.parseError(issue))),
    Either.filterOrLeft(
      (plan) => misfits(plan, operations).length === 0,
      (plan) => misfits(plan, operations)
    )
  )

const misfits = ({ rules }: FaultPlan, operations: ReadonlyArray<Operation.Any>): ReadonlyArray<FieldIssue> =>
  rules.flatMap(({ fault, operation: name }, index) => {
    const path = `rules[${index}].operation`
    const candidates = operations.filter((operation) => name === anyOperation || operation.name === name)
    if (candidates.length === 0) return [{ path, problem: "is the name of no operation that is served" }]
    return candidates.some((operation) => meets(fault, operation))
      ? []
      : [{ path, problem: `cannot meet the fault ${fault.kind}` }]
  })
