import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Redacted from "effect/Redacted"
import type { Runs } from "../Runs.js"
import { makeRuns } from "./makeRuns.js"
import { withoutPassword } from "./withoutPassword.js"

/** What the store in a database holds. It is changed beside those who work on it, row by row. */
export const databaseRuns = (url: Redacted.Redacted, sql: SqlClient.SqlClient): typeof Runs.Service =>
  makeRuns({ name: withoutPassword(url), reads: sql, writing: (use) => use(sql) })
