import type * as PlatformError from "@effect/platform/Error"
import type * as FileSystem from "@effect/platform/FileSystem"
import type * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { connectSafely } from "../../sqlite/connect.js"
import { createDatabase } from "../../sqlite/createDatabase.js"
import { checkHeader } from "../../sqlite/header.js"
import { saidBy } from "../../sqlite/saidBy.js"

/** The letters EMGW, and the version of the tables. */
const kind = { applicationId: 0x454d4757, version: 1 }

/** Makes the database of a directory, unless it is there; its draft goes to `place`. */
export const makeDatabase = (
  files: FileSystem.FileSystem,
  place: string,
  database: string
): Effect.Effect<void, PlatformError.PlatformError | SqlError.SqlError> =>
  Effect.scoped(
    Effect.flatMap(files.makeTempDirectoryScoped({ directory: place, prefix: "draft-" }), (folder) =>
      createDatabase(files, { database, draft: `${folder}/gateway.sqlite` }, kind, makeTable)
    )
  )

const makeTable = (sql: SqlClient.SqlClient) => sql`CREATE TABLE kept (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  shelf TEXT NOT NULL,
  id TEXT NOT NULL,
  thing TEXT NOT NULL,
  bytes BLOB,
  UNIQUE (shelf, id)
)`

/** Opens the database of a directory. Fails with what to do, in words, where it is not one of this gateway. */
export const openDatabase = (
  files: FileSystem.FileSystem,
  database: string
): Effect.Effect<SqlClient.SqlClient, string, Scope.Scope> =>
  Effect.zipRight(
    checkHeader(files, database, {
      kind,
      name: "gateway.sqlite",
      owner: "database of this gateway",
      elsewhere: "name another directory"
    }),
    connectSafely(database).pipe(
      // A file that cannot be written opens without a word: this takes the right to write, and writes nothing.
      Effect.tap((sql) => sql`DELETE FROM kept WHERE FALSE`),
      Effect.mapError(
        (error) => `gateway.sqlite does not open (${saidBy(error)}); make it writable, or put a whole copy of it back`
      )
    )
  )
