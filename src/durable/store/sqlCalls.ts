import type * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type { CallSum } from "../../schemas/CallSum.js"
import { addSums } from "../../schemas/CallSum.js"
import type { NotedExecution } from "../RunNotes.js"
import type { NotedRun } from "../RunRecords.js"

/** The numbers that are added up. Units: tokens, and milliseconds. */
const numbers = [
  "calls",
  "attempts",
  "failed",
  "unknown",
  "input_tokens",
  "output_tokens",
  "total_tokens",
  "took",
  "backoff",
  "cooldown"
] as const

/** The table of what the calls of an execution came to, one row for each operation and model. */
export const makeCallsTable = (sql: SqlClient.SqlClient): Effect.Effect<unknown, SqlError.SqlError> =>
  Effect.zipRight(
    sql`CREATE TABLE IF NOT EXISTS gateway_calls (
      execution VARCHAR(255) NOT NULL,
      run TEXT NOT NULL,
      pipeline TEXT NOT NULL,
      item TEXT NOT NULL,
      operation TEXT NOT NULL,
      model TEXT NOT NULL,
      safety VARCHAR(5) NOT NULL,
      ${sql.csv(numbers.map((name) => sql`${sql(name)} DOUBLE PRECISION NOT NULL`))},
      PRIMARY KEY (execution, operation, model)
    )`,
    sql`CREATE INDEX IF NOT EXISTS gateway_calls_item ON gateway_calls (run, pipeline, item)`
  )

/** A row of the table. A model of no name is none. */
type CallsRow = Pick<CallSum, "operation" | "safety"> &
  Readonly<Record<(typeof numbers)[number], number>> &
  NotedExecution & { readonly model: string }

/** Adds to what the calls of an execution came to, in one statement, for many of them may end at once. */
export const addCalls = (
  sql: SqlClient.SqlClient,
  execution: NotedExecution,
  sum: CallSum
): Effect.Effect<unknown, SqlError.SqlError> => {
  const added = numbers.map((name) => sql`${sql(name)} = ${sql(`gateway_calls.${name}`)} + ${sql(`excluded.${name}`)}`)
  return sql`INSERT INTO gateway_calls ${sql.insert({ ...rowOf(execution, sum) })}
    ON CONFLICT (execution, operation, model) DO UPDATE SET ${sql.csv(added)}`
}

/** What the calls for items of a run came to, of all executions that they had: an input that was changed since was paid for too. */
export const callsOf = (
  sql: SqlClient.SqlClient,
  { pipeline, run }: NotedRun,
  items: ReadonlyArray<string>
): Effect.Effect<(item: string) => ReadonlyArray<CallSum>, SqlError.SqlError> =>
  Effect.map(
    items.length === 0
      ? Effect.succeed([])
      : sql<CallsRow>`SELECT * FROM gateway_calls WHERE run = ${run} AND pipeline = ${pipeline}
          AND ${sql.in("item", items)} ORDER BY operation, model`,
    (rows) => {
      const byItem = Arr.groupBy(rows, ({ item }) => `=${item}`)
      return (item) => addSums((byItem[`=${item}`] ?? []).map(sumOf))
    }
  )

const rowOf = (
  { execution, item, pipeline, run }: NotedExecution,
  { model = "", usage, ...sum }: CallSum
): CallsRow => ({
  ...sum,
  execution,
  run,
  pipeline,
  item,
  model,
  input_tokens: usage.inputTokens,
  output_tokens: usage.outputTokens,
  total_tokens: usage.totalTokens
})

const sumOf = (row: CallsRow): CallSum => {
  const { attempts, backoff, calls, cooldown, failed, model, operation, safety, took, unknown } = row
  return {
    ...{ operation, safety, calls, attempts, failed, unknown, took, backoff, cooldown },
    model: model === "" ? undefined : model,
    usage: { inputTokens: row.input_tokens, outputTokens: row.output_tokens, totalTokens: row.total_tokens }
  }
}
