import type * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { codeOf, saidBy } from "../../sqlite/saidBy.js"
import type { Execution, ExecutionDetails, ExecutionFilter } from "../Execution.js"
import type { MessageRow } from "./rows.js"
import { entityPrefix, executionOf, stepOf } from "./rows.js"

/** How many executions are read at a time. */
const page = 500

/** The messages of one kind, with their replies. */
const messages = (sql: SqlClient.SqlClient, tag: "run" | "activity") => sql`
  SELECT CAST(m.id AS TEXT) AS id, m.entity_type, m.entity_id, m.payload,
    CAST(r.id AS TEXT) AS reply_id, r.payload AS reply
  FROM gateway_messages m LEFT JOIN gateway_replies r ON r.request_id = m.id AND r.kind = 0
  WHERE m.kind = 0 AND m.tag = ${tag}`

/** The executions of a store that fit, the oldest first. */
export const listed = (
  sql: SqlClient.SqlClient,
  filter: ExecutionFilter = {}
): Stream.Stream<Execution, SqlError.SqlError> => {
  const type = filter.pipeline === undefined ? `${entityPrefix}%` : entityPrefix + filter.pipeline
  return Stream.paginateChunkEffect("0", (after) =>
    Effect.map(
      sql<MessageRow>`${messages(sql, "run")} AND m.entity_type LIKE ${type} AND m.id > ${after}
        ${filter.id === undefined ? sql`` : sql`AND m.entity_id = ${filter.id}`}
        ORDER BY m.id LIMIT ${page}`.pipe(noneYet),
      (rows) => [
        Chunk.fromIterable(rows.map(executionOf).filter(fits(filter))),
        Option.fromNullable(rows.length < page ? undefined : rows.at(-1)?.id)
      ]
    )
  )
}

const fits =
  ({ endedBefore, id, item, pipeline, run, state }: ExecutionFilter) =>
  (it: Execution): boolean =>
    (id === undefined || it.id === id) &&
    (pipeline === undefined || it.pipeline === pipeline) &&
    (run === undefined || it.run === run) &&
    (item === undefined || it.item === item) &&
    (state === undefined || it.state === state) &&
    (endedBefore === undefined || (it.endedAt !== undefined && it.endedAt < endedBefore))

/** One execution and its steps. */
export const detailed = (
  sql: SqlClient.SqlClient,
  id: string
): Effect.Effect<Option.Option<ExecutionDetails>, SqlError.SqlError> =>
  Effect.gen(function* () {
    const execution = yield* Stream.runHead(listed(sql, { id }))
    const steps = yield* messagesOf(sql, "activity", [id])
    return Option.map(execution, (it) => ({ ...it, steps: steps.map(stepOf) }))
  })

/** The messages that started executions, or their steps, in their order. */
export const messagesOf = (
  sql: SqlClient.SqlClient,
  tag: "run" | "activity",
  executions: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<MessageRow>, SqlError.SqlError> =>
  executions.length === 0
    ? Effect.succeed([])
    : sql<MessageRow>`${messages(sql, tag)} AND ${sql.in("m.entity_id", executions)} ORDER BY m.id`.pipe(noneYet)

/** The engine makes its tables as it starts: in a store that was begun by one which was stopped there, they are missing. */
const noneYet = (rows: Effect.Effect<ReadonlyArray<MessageRow>, SqlError.SqlError>) =>
  Effect.catchIf(
    rows,
    (error) => codeOf(error) === "42P01" || saidBy(error).startsWith("no such table"),
    () => Effect.succeed<ReadonlyArray<MessageRow>>([])
  )
