import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type { RunRecords } from "../RunRecords.js"
import type { Runs } from "../Runs.js"
import { databaseRuns } from "./databaseRuns.js"
import { lookIntoDatabase } from "./openDatabase.js"

/** What the store in a database holds, which is read beside its runners. Fails with what to do, in words. */
export const postgresRuns = (
  url: Redacted.Redacted
): Effect.Effect<Context.Context<Runs | RunRecords>, string, Scope.Scope> =>
  Effect.map(lookIntoDatabase(url), (sql) => databaseRuns(url, sql))
