import type * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type { Execution } from "../Execution.js"
import { stepOf } from "./rows.js"
import { messagesOf } from "./sqlRuns.js"

/** Which execution is meant. */
type Which = Pick<Execution, "id">

type Changed = Effect.Effect<void, SqlError.SqlError>

/** Has an execution be carried out again, from what its steps have kept. */
export const reopen = (sql: SqlClient.SqlClient, { id }: Which): Changed =>
  Effect.gen(function* () {
    const run = sql`SELECT id FROM gateway_messages WHERE entity_id = ${id} AND tag = 'run' AND kind = 0`
    yield* sql`DELETE FROM gateway_replies WHERE request_id IN (${run})`
    yield* sql`UPDATE gateway_messages SET processed = ${no(sql)}, last_reply_id = NULL, last_read = NULL
      WHERE entity_id = ${id} AND tag = 'run' AND kind = 0`
  }).pipe(sql.withTransaction)

/**
 * The same, with its failed steps forgotten. Their claims stay: an order that may have been accepted is not sent again. Where it
 * is known how such an order failed, the step stays too, for the next run could tell nothing but that the outcome is unknown.
 */
export const reopenFailed = (sql: SqlClient.SqlClient, execution: Which): Changed =>
  Effect.gen(function* () {
    const open = yield* sql<{ step: string }>`SELECT step FROM gateway_claims
      WHERE execution = ${execution.id} AND state = 'counted'`
    const isFinal = (step: string) => open.some((claim) => claim.step === step)
    for (const row of yield* messagesOf(sql, "activity", [execution.id])) {
      const { state, step } = stepOf(row)
      if (state !== "failed" || isFinal(step)) continue
      yield* sql`DELETE FROM gateway_replies WHERE request_id = ${row.id}`
      yield* sql`DELETE FROM gateway_messages WHERE request_id = ${row.id}`
    }
    yield* reopen(sql, execution)
  }).pipe(sql.withTransaction)

/** Forgets an execution, its steps, its claims and what is noted of it. */
export const forget = (sql: SqlClient.SqlClient, { id }: Which): Changed =>
  Effect.gen(function* () {
    const own = sql`SELECT id FROM gateway_messages WHERE entity_id = ${id}`
    yield* sql`DELETE FROM gateway_replies WHERE request_id IN (${own})`
    yield* sql`DELETE FROM gateway_messages WHERE entity_id = ${id}`
    // With its last item a run forgets how many orders it has sent.
    yield* sql`DELETE FROM gateway_orders WHERE run IN (SELECT run FROM gateway_items WHERE execution = ${id})
      AND NOT EXISTS (SELECT 1 FROM gateway_items WHERE run = gateway_orders.run AND execution <> ${id})`
    for (const table of ["gateway_claims", "gateway_calls", "gateway_items"]) {
      yield* sql`DELETE FROM ${sql(table)} WHERE execution = ${id}`
    }
  }).pipe(sql.withTransaction)

const no = (sql: SqlClient.SqlClient) => sql.literal(sql.onDialectOrElse({ sqlite: () => "0", orElse: () => "FALSE" }))
