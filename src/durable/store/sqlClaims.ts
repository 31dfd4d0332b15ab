import type * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ClaimedRequest } from "../../steps/StepClaim.js"
import type { StepClaims } from "../StepClaims.js"
import { patiently } from "./patiently.js"

/**
 * The table of the claims; `found` is the state that the owner found, `operation` and `model` are of the request that went out last.
 * One statement for SQLite and PostgreSQL.
 */
export const makeClaimsTable = (sql: SqlClient.SqlClient): Effect.Effect<unknown, SqlError.SqlError> =>
  sql`CREATE TABLE IF NOT EXISTS gateway_claims (
    execution VARCHAR(255) NOT NULL,
    step TEXT NOT NULL,
    owner VARCHAR(36) NOT NULL,
    state VARCHAR(7) NOT NULL,
    found VARCHAR(7),
    operation TEXT,
    model TEXT,
    PRIMARY KEY (execution, step)
  )`

/**
 * Claims in a table, written before the request goes out. A store that cannot be written keeps the step waiting until it can:
 * nothing goes out without its claim.
 */
export const sqlClaims = (sql: SqlClient.SqlClient): typeof StepClaims.Service => ({
  // One statement, so that of two runners that take a step at once the second finds what the first has written; and the
  // same when it is sent again, for want of an answer, by the same owner.
  take: ({ execution, owner, step }) =>
    sql<{ found: string | null }>`
      INSERT INTO gateway_claims ${sql.insert({ execution, step, owner, state: "sending" })}
      ON CONFLICT (execution, step) DO UPDATE SET
        owner = excluded.owner,
        state = CASE WHEN gateway_claims.state = 'counted' THEN gateway_claims.state ELSE excluded.state END,
        found = CASE WHEN gateway_claims.owner = excluded.owner THEN gateway_claims.found ELSE gateway_claims.state END
      RETURNING found`.pipe(
      Effect.map(([claim]) => claim?.found !== "sending" && claim?.found !== "counted"),
      patiently
    ),
  uncounted: ({ execution, owner, step }) =>
    sql<{ operation: string | null; model: string | null }>`SELECT operation, model FROM gateway_claims
      WHERE execution = ${execution} AND step = ${step} AND owner = ${owner} AND found = 'sending'`.pipe(
      Effect.map(([claim]) =>
        Option.map(Option.fromNullable(claim), ({ model, operation }) => ({
          ...(operation === null ? {} : { operation }),
          ...(model === null ? {} : { model })
        }))
      ),
      patiently
    ),
  note: ({ execution, owner, step }, state, request) =>
    sql`UPDATE gateway_claims SET ${sql.update({ state, ...requestOf(request) })}
      WHERE execution = ${execution} AND step = ${step} AND owner = ${owner} RETURNING owner`.pipe(
      Effect.map((rows) => rows.length > 0),
      patiently
    )
})

const requestOf = (request: ClaimedRequest | undefined) =>
  request === undefined ? {} : { operation: request.operation, model: request.model ?? null }
