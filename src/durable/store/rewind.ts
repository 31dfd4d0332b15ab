import type * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type { Execution } from "../Execution.js"
import { stepOf } from "./rows.js"
import { stepRows } from "./sqlRuns.js"

type Changed = Effect.Effect<void, SqlError.SqlError>

/** Has an execution be carried out again, from what its steps have kept. */
export const reopen = (sql: SqlClient.SqlClient, { id }: Execution): Changed =>
  Effect.gen(function* () {
    const run = sql`SELECT id FROM gateway_messages WHERE entity_id = ${id} AND tag = 'run' AND kind = 0`
    yield* sql`DELETE FROM gateway_replies WHERE request_id IN (${run})`
    yield* sql`UPDATE gateway_messages SET processed = ${no(sql)}, last_reply_id = NULL, last_read = NULL
      WHERE entity_id = ${id} AND tag = 'run' AND kind = 0`
  }).pipe(sql.withTransaction)

/** The same, with its failed steps forgotten. Their claims stay: an order that may have been accepted is not sent again. */
export const reopenFailed = (sql: SqlClient.SqlClient, execution: Execution): Changed =>
  Effect.gen(function* () {
    for (const row of yield* stepRows(sql, execution.id)) {
      if (stepOf(row).state !== "failed") continue
      yield* sql`DELETE FROM gateway_replies WHERE request_id = ${row.id}`
      yield* sql`DELETE FROM gateway_messages WHERE request_id = ${row.id}`
    }
    yield* reopen(sql, execution)
  }).pipe(sql.withTransaction)

/** Forgets an execution, its steps and its claims. */
export const forget = (sql: SqlClient.SqlClient, { id }: Execution): Changed =>
  Effect.gen(function* () {
    const own = sql`SELECT id FROM gateway_messages WHERE entity_id = ${id}`
    yield* sql`DELETE FROM gateway_replies WHERE request_id IN (${own})`
    yield* sql`DELETE FROM gateway_messages WHERE entity_id = ${id}`
    yield* sql`DELETE FROM gateway_claims WHERE execution = ${id}`
  }).pipe(sql.withTransaction)

const no = (sql: SqlClient.SqlClient) => sql.literal(sql.onDialectOrElse({ sqlite: () => "0", orElse: () => "FALSE" }))
