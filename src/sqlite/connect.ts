import type * as SqlClient from "@effect/sql/SqlClient"
import * as SqlError from "@effect/sql/SqlError"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

/** How a connection may use its file. */
export interface Connecting {
  /** Default: `false`; a file that is missing is made then. */
  readonly readonly?: boolean | undefined
}

/** Connects to a file, which is made where there is none; waits where another process writes, and changes nothing yet. */
export const connect = (
  filename: string,
  { readonly = false }: Connecting = {}
): Effect.Effect<SqlClient.SqlClient, SqlError.SqlError, Scope.Scope> =>
  // A statement that could not be prepared is kept in the cache like any other, so not for long.
  Layer.build(SqliteClient.layer({ filename, readonly, disableWAL: true, prepareCacheTTL: "1 second" })).pipe(
    Effect.map(Context.get(SqliteClient.SqliteClient)),
    // The client throws where a file does not open.
    Effect.catchAllCause((cause) => new SqlError.SqlError({ cause: Cause.squash(cause) })),
    Effect.tap((sql) => sql`PRAGMA busy_timeout = 5000`)
  )

/** Connects so that what a statement wrote is on disk when it ends. Fails where the file is damaged. */
export const connectSafely = (filename: string): Effect.Effect<SqlClient.SqlClient, SqlError.SqlError, Scope.Scope> =>
  Effect.tap(connect(filename), (sql) =>
    Effect.gen(function* () {
      yield* sql`PRAGMA journal_mode = WAL`
      yield* sql`PRAGMA synchronous = FULL`
      // All of it is read once, so that damage is found now and not by whoever asks for what is damaged.
      const found = yield* sql<{ quick_check: string }>`PRAGMA quick_check(1)`
      if (found[0]?.quick_check !== "ok") return yield* new SqlError.SqlError({ cause: "it is damaged" })
    })
  )
