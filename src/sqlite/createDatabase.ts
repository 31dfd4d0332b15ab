import type * as PlatformError from "@effect/platform/Error"
import type * as FileSystem from "@effect/platform/FileSystem"
import type * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { connect } from "./connect.js"
import type { Header } from "./header.js"
import { ownerFile } from "./holdAlone.js"

/**
 * Makes a database of a kind with its tables, unless one is there. It is made as a `draft` in another place of the same disk,
 * and moved when it is whole, so that a stop in the middle leaves none.
 */
export const createDatabase = (
  files: FileSystem.FileSystem,
  { database, draft }: { readonly database: string; readonly draft: string },
  { applicationId, version }: Header,
  tables: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, SqlError.SqlError>
): Effect.Effect<void, PlatformError.PlatformError | SqlError.SqlError> =>
  Effect.gen(function* () {
    if (yield* files.exists(database)) return
    // Not yet with a write-ahead log: the header, by which a database is known, must be in the file itself.
    yield* Effect.scoped(
      Effect.flatMap(connect(draft), (sql) =>
        Effect.all([
          sql.unsafe(`PRAGMA application_id = ${applicationId}`),
          sql.unsafe(`PRAGMA user_version = ${version}`),
          tables(sql)
        ])
      )
    )
    // SQLite gives the files beside it the same mode.
    yield* files.chmod(draft, ownerFile)
    yield* files.rename(draft, database)
  })
