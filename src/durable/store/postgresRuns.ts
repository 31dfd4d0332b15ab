import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type { Runs } from "../Runs.js"
import { databaseRuns } from "./databaseRuns.js"
import { lookIntoDatabase } from "./openDatabase.js"

/** What the store in a database holds, which is read beside its runners. Fails with what to do, in words. */
export const postgresRuns = (url: Redacted.Redacted): Effect.Effect<typeof Runs.Service, string, Scope.Scope> =>
  Effect.map(lookIntoDatabase(url), (sql) => databaseRuns(url, sql))
