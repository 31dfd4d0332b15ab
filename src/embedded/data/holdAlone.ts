import type * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { ownerFile } from "./makeDirectory.js"
import { connect } from "./openDatabase.js"
import { saidBy, sqliteCode } from "./saidBy.js"

/**
 * Holds a directory for one gateway until the scope closes: another one would take up its running transcriptions. The lock
 * is SQLite's on a file of its own, which the system lets go of when the process ends, however it ends. Fails at once,
 * with what to do, in words.
 */
export const holdAlone = (files: FileSystem.FileSystem, directory: string): Effect.Effect<void, string, Scope.Scope> =>
  Effect.gen(function* () {
    const lock = `${directory}/gateway.lock`
    const sql = yield* connect(lock)
    yield* sql`PRAGMA busy_timeout = 0`
    // Otherwise a second file stands there as long.
    yield* sql`PRAGMA journal_mode = MEMORY`
    yield* Effect.acquireRelease(sql`BEGIN EXCLUSIVE`, () =>
      // Closing alone does not end it while a statement waits for the garbage collector.
      Effect.ignore(sql`ROLLBACK`)
    )
    yield* Effect.ignore(files.chmod(lock, ownerFile))
  }).pipe(
    Effect.mapError((error) =>
      sqliteCode(error) === "SQLITE_BUSY"
        ? "another gateway keeps its state there; stop that one, or name another directory"
        : `gateway.lock does not open (${saidBy(error)}); make it writable with room to spare, or name another directory`
    )
  )
