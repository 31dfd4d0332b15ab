import * as Cause from "effect/Cause"
import * as Inspectable from "effect/Inspectable"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { oneLine } from "../../schemas/errors/oneLine.js"
import { StepError, StepFailed } from "../StepFailed.js"
import type { Failure } from "./Failure.js"

/** What is told of an error, be it as it was raised or as a store kept it. */
export const failureOf = (error: unknown): Failure => {
  const raised = Option.getOrElse(decodeKnown(error), () => error)
  const cause = raised instanceof StepFailed ? raised.error : raised
  return {
    tag: textAt(cause, "_tag") ?? textAt(cause, "name") ?? "Error",
    message: oneLine(textAt(raised, "message") ?? said(raised)),
    step: raised instanceof StepFailed ? raised.step : undefined,
    traceId: textAt(cause, "traceId")
  }
}

/** The same of a cause, of which the first failure or defect is told. */
export const failureOfCause = (cause: Cause.Cause<unknown>): Failure => failureOf(Cause.squash(cause))

/** A store keeps the fields of an error; only the error itself has the message. */
const decodeKnown = Schema.decodeUnknownOption(Schema.Union(StepFailed, ...StepError.members))

const textAt = (value: unknown, name: string): string | undefined =>
  Predicate.hasProperty(value, name) && Predicate.isString(value[name]) ? value[name] : undefined

const said = (value: unknown): string => (Predicate.isString(value) ? value : Inspectable.toStringUnknown(value, 0))
