import type * as PlatformError from "@effect/platform/Error"
import type * as FileSystem from "@effect/platform/FileSystem"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { applicationId, version } from "./header.js"
import { ownerFile } from "./makeDirectory.js"
import { connect } from "./openDatabase.js"

/**
 * Makes an empty database, unless one is there. It is made in a draft in another place of the same disk, and moved
 * when it is whole, so that a stop in the middle leaves none.
 */
export const createDatabase = (
  files: FileSystem.FileSystem,
  place: string,
  database: string
): Effect.Effect<void, PlatformError.PlatformError | SqlError.SqlError> =>
  Effect.gen(function* () {
    if (yield* files.exists(database)) return
    const draft = `${yield* files.makeTempDirectoryScoped({ directory: place, prefix: "draft-" })}/gateway.sqlite`
    yield* writeTables(draft)
    // SQLite gives the files beside it the same mode.
    yield* files.chmod(draft, ownerFile)
    yield* files.rename(draft, database)
  }).pipe(Effect.scoped)

/** Not yet with a write-ahead log: the header, by which a database is known, must be in the file itself. */
const writeTables = (draft: string): Effect.Effect<void, SqlError.SqlError> =>
  Effect.scoped(
    Effect.gen(function* () {
      const sql = yield* connect(draft)
      yield* sql.unsafe(`PRAGMA application_id = ${applicationId}`)
      yield* sql.unsafe(`PRAGMA user_version = ${version}`)
      yield* sql`CREATE TABLE kept (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        shelf TEXT NOT NULL,
        id TEXT NOT NULL,
        thing TEXT NOT NULL,
        bytes BLOB,
        UNIQUE (shelf, id)
      )`
    })
  )
