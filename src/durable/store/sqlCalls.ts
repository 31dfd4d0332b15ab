import type * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type { CallSum } from "../../schemas/CallSum.js"

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
  sql`CREATE TABLE IF NOT EXISTS gateway_calls (
    execution VARCHAR(255) NOT NULL,
    operation TEXT NOT NULL,
    model TEXT NOT NULL,
    safety VARCHAR(5) NOT NULL,
    ${sql.csv(numbers.map((name) => sql`${sql(name)} DOUBLE PRECISION NOT NULL`))},
    PRIMARY KEY (execution, operation, model)
  )`

/** A row of the table. A model of no name is none. */
type CallsRow = Pick<CallSum, "operation" | "safety"> &
  Readonly<Record<(typeof numbers)[number], number>> & { readonly execution: string; readonly model: string }

/** Adds to what the calls of an execution came to, in one statement, for many of them may end at once. */
export const addCalls = (
  sql: SqlClient.SqlClient,
  execution: string,
  sum: CallSum
): Effect.Effect<unknown, SqlError.SqlError> => {
  const added = numbers.map((name) => sql`${sql(name)} = ${sql(`gateway_calls.${name}`)} + ${sql(`excluded.${name}`)}`)
  return sql`INSERT INTO gateway_calls ${sql.insert(rowOf(execution, sum))}
    ON CONFLICT (execution, operation, model) DO UPDATE SET ${sql.csv(added)}`
}

/** What the calls of executions came to, with the execution that each sum is of. */
export const callsOf = (
  sql: SqlClient.SqlClient,
  executions: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<readonly [execution: string, sum: CallSum]>, SqlError.SqlError> =>
  Effect.map(
    sql<CallsRow>`SELECT * FROM gateway_calls WHERE ${sql.in("execution", executions)} ORDER BY execution, operation, model`,
    (rows) => rows.map((row) => [row.execution, sumOf(row)])
  )

const rowOf = (execution: string, { model = "", usage, ...sum }: CallSum): CallsRow => ({
  ...sum,
  execution,
  model,
  input_tokens: usage.inputTokens,
  output_tokens: usage.outputTokens,
  total_tokens: usage.totalTokens
})

const sumOf = ({ execution: _, input_tokens, model, output_tokens, total_tokens, ...sum }: CallsRow): CallSum => ({
  ...sum,
  model: model === "" ? undefined : model,
  usage: { inputTokens: input_tokens, outputTokens: output_tokens, totalTokens: total_tokens }
})
