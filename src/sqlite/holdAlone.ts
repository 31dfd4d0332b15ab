import type * as FileSystem from "@effect/platform/FileSystem"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { connect } from "./connect.js"
import { codeOf } from "./saidBy.js"

/** What others may do with a file of state: nothing, for there are prompts and URLs in it. */
export const ownerFile = 0o600

/**
 * Holds what a lock file stands for until the scope closes. The lock is SQLite's, which the system lets go of when the
 * process ends, however it ends. Fails at once where another process has it: see `isHeld`.
 */
export const holdAlone = (
  files: FileSystem.FileSystem,
  lock: string
): Effect.Effect<void, SqlError.SqlError, Scope.Scope> =>
  Effect.gen(function* () {
    const sql = yield* connect(lock)
    yield* sql`PRAGMA busy_timeout = 0`
    // Otherwise a second file stands there as long.
    yield* sql`PRAGMA journal_mode = MEMORY`
    yield* Effect.acquireRelease(sql`BEGIN EXCLUSIVE`, () =>
      // Closing alone does not end it while a statement waits for the garbage collector.
      Effect.ignore(sql`ROLLBACK`)
    )
    yield* Effect.ignore(files.chmod(lock, ownerFile))
  })

/** Whether `holdAlone` failed because another process has the lock. */
export const isHeld = (error: SqlError.SqlError): boolean => codeOf(error) === "SQLITE_BUSY"
