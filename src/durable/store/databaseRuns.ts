import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Context from "effect/Context"
import type * as Redacted from "effect/Redacted"
import type { RunRecords } from "../RunRecords.js"
import type { Runs } from "../Runs.js"
import { holdings } from "./holdings.js"
import { withoutPassword } from "./withoutPassword.js"

/** What the store in a database holds. It is changed beside those who work on it, row by row. */
export const databaseRuns = (url: Redacted.Redacted, sql: SqlClient.SqlClient): Context.Context<Runs | RunRecords> =>
  holdings({ name: withoutPassword(url), reads: sql, writing: (use) => use(sql) })
