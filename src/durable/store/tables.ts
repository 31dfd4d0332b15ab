import type * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { makeCallsTable } from "./sqlCalls.js"
import { makeClaimsTable } from "./sqlClaims.js"
import { makeItemsTables } from "./sqlNotes.js"

/** What the names of all tables of a store begin with, so that they are known among others. */
export const prefix = "gateway"

/** The version of the tables, those of the engine included. Each change of them needs another. */
export const version = 3

/** Makes the tables beside those that the engine makes itself. */
export const makeTables = (sql: SqlClient.SqlClient): Effect.Effect<unknown, SqlError.SqlError> =>
  Effect.all([makeClaimsTable(sql), makeItemsTables(sql), makeCallsTable(sql)])
