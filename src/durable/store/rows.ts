import * as Snowflake from "@effect/cluster/Snowflake"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type { Execution, ExecutionState, ExecutionStep } from "../Execution.js"

/** A message of the engine with the last reply to it, if there is one; ids as text, for they are longer than a number can be. */
export interface MessageRow {
  readonly id: string
  readonly entity_type: string
  readonly entity_id: string
  readonly payload: string
  readonly reply_id: string | null
  readonly reply: string | null
}

/** What entities of executions are called. */
export const entityPrefix = "Workflow/"

/** A reply, as the engine writes the outcome of an execution or a step: an exit in an exit. */
const Reply = Schema.parseJson(
  Schema.Struct({
    _tag: Schema.String,
    value: Schema.optional(
      Schema.Struct({
        _tag: Schema.String,
        exit: Schema.optional(Schema.Struct({ _tag: Schema.String, cause: Schema.optional(Schema.Unknown) }))
      })
    ),
    cause: Schema.optional(Schema.Unknown)
  })
)

const decodeReply = Schema.decodeOption(Reply)

interface Outcome {
  readonly state: ExecutionState
  readonly failure?: unknown
}

const outcomeOf = (reply: string | null): Outcome => {
  if (reply === null) return { state: "running" }
  return Option.match(decodeReply(reply), {
    onNone: () => ({ state: "failed" }),
    onSome: ({ _tag, cause, value }) => {
      if (_tag !== "Success" || value === undefined) return failedWith(cause)
      if (value._tag === "Suspended") return { state: "suspended" }
      return value.exit?._tag === "Success" ? { state: "done" } : failedWith(value.exit?.cause)
    }
  })
}

const failedWith = (cause: unknown): Outcome => ({ state: "failed", failure: failureIn(cause) })

/** The first failure or defect of a cause, as the engine writes causes: that of several at once is a tree. */
const failureIn = (cause: unknown): unknown => {
  if (Predicate.hasProperty(cause, "error")) return unwrapped(cause.error)
  if (Predicate.hasProperty(cause, "defect")) return cause.defect
  if (Predicate.hasProperty(cause, "left") && Predicate.hasProperty(cause, "right")) {
    return failureIn(cause.left) ?? failureIn(cause.right)
  }
  return undefined
}

const decodeKept = Schema.decodeUnknownOption(Schema.parseJson(Schema.Tuple(Schema.Unknown)))

/** A typed error as `kept` writes it; that of a workflow of the user's own as it is. */
const unwrapped = (error: unknown): unknown =>
  Option.match(decodeKept(error), { onNone: () => error, onSome: ([failure]) => failure })

const at = (id: string): number => Snowflake.timestamp(Snowflake.Snowflake(id))

const timesOf = ({ id, reply_id }: MessageRow) => ({
  startedAt: at(id),
  ...(reply_id === null ? {} : { endedAt: at(reply_id) })
})

const decodeRun = Schema.decodeOption(Schema.parseJson(Schema.Struct({ run: Schema.String, item: Schema.String })))

/** The execution that a message of the kind `run` started. */
export const executionOf = (row: MessageRow): Execution => {
  const { item, run } = Option.getOrElse(decodeRun(row.payload), () => ({ run: "", item: "" }))
  const pipeline = row.entity_type.slice(entityPrefix.length)
  return { id: row.entity_id, pipeline, run, item, ...outcomeOf(row.reply), ...timesOf(row) }
}

const decodeActivity = Schema.decodeOption(Schema.parseJson(Schema.Struct({ name: Schema.String })))

/** The step that a message of the kind `activity` started. */
export const stepOf = (row: MessageRow): ExecutionStep => {
  const step = Option.match(decodeActivity(row.payload), { onNone: () => "", onSome: ({ name }) => name })
  return { step, ...outcomeOf(row.reply), ...timesOf(row) }
}
