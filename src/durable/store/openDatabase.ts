import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { codeOf, saidBy } from "../../sqlite/saidBy.js"
import { makeTables, prefix, version } from "./tables.js"

/** A database with the tables of a store, and the services that were built on them. */
export interface Opened<A> {
  readonly sql: SqlClient.SqlClient
  readonly tables: Context.Context<A>
}

/**
 * Connects to a database, and begins a store in it where there is none. `tables` are the services that make tables of their own
 * as they start: one process at a time, for PostgreSQL does not make the same table twice at once. Fails with what to do, in
 * words.
 */
export const openDatabase = <A>(
  url: Redacted.Redacted,
  tables: (sql: SqlClient.SqlClient) => Layer.Layer<A, SqlError.SqlError>
): Effect.Effect<Opened<A>, string, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const sql = yield* connect(url)
    return yield* alone(
      sql,
      Effect.gen(function* () {
        yield* checkVersion(sql)
        yield* makeStore(sql)
        return { sql, tables: yield* Layer.buildWithScope(tables(sql), scope) }
      })
    )
  }).pipe(inWords)

/** Connects to a database in which there is a store, and changes nothing. Fails with what to do, in words. */
export const lookIntoDatabase = (url: Redacted.Redacted): Effect.Effect<SqlClient.SqlClient, string, Scope.Scope> =>
  Effect.gen(function* () {
    const sql = yield* connect(url)
    const found = yield* checkVersion(sql)
    return found
      ? sql
      : yield* Effect.fail("there is no store in it yet; start a runner first, or name another database")
  }).pipe(inWords)

const inWords = Effect.mapError((reason: string | SqlError.SqlError) =>
  typeof reason === "string" ? reason : refusedBy(reason)
)

const unreadable =
  "write it as postgres://user:password@host:port/database, with % and two hex digits for special letters"

const connect = (url: Redacted.Redacted) =>
  URL.canParse(Redacted.value(url))
    ? Effect.map(
        Layer.build(PgClient.layer({ url: noticed(url), applicationName: "effect-model-gateway" })),
        Context.get(SqlClient.SqlClient)
      )
    : Effect.fail(unreadable)

/**
 * The locks of a process that was killed are free at once, for the system closes its connections. A machine that is gone does
 * not say so: the database asks after 5 seconds of silence, and by itself would after two hours.
 */
const noticed = (url: Redacted.Redacted): Redacted.Redacted => {
  const given = Redacted.value(url)
  if (/[?&]options=/.test(given)) return url
  return Redacted.make(`${given}${given.includes("?") ? "&" : "?"}options=${encodeURIComponent(askingSoon)}`)
}

const askingSoon =
  "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3 -c tcp_user_timeout=8000"

/** Does what no other process does at the same time in this database. */
const alone = <A, E>(sql: SqlClient.SqlClient, use: Effect.Effect<A, E>): Effect.Effect<A, E | SqlError.SqlError> =>
  Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* sql.reserve
      yield* Effect.acquireRelease(connection.executeRaw(`SELECT pg_advisory_lock(${key})`, []), () =>
        Effect.ignore(connection.executeRaw(`SELECT pg_advisory_unlock(${key})`, []))
      )
      return yield* use
    })
  )

/** The letters EMGR. The locks of the runners have numbers from 1000001. */
const key = 0x454d4752

/** Whether there is a store, which then is of this version. */
const checkVersion = (sql: SqlClient.SqlClient): Effect.Effect<boolean, string | SqlError.SqlError> =>
  Effect.gen(function* () {
    const found = yield* sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = current_schema() AND table_name LIKE ${`${prefix}\\_%`} ORDER BY table_name`
    const names = found.map(({ name }) => name)
    if (names.length === 0) return false
    if (!names.includes("gateway_store")) {
      return yield* Effect.fail(`it has tables that are of no store (${names.join(", ")}); name another database`)
    }
    const [row] = yield* sql<{ version: number }>`SELECT version FROM gateway_store`
    if (row?.version === version) return true
    return yield* Effect.fail(
      `its tables are of version ${row?.version}, and this package keeps version ${version}; ` +
        "install the package that wrote them, or name another database"
    )
  })

const makeStore = (sql: SqlClient.SqlClient): Effect.Effect<unknown, SqlError.SqlError> =>
  sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`CREATE TABLE IF NOT EXISTS gateway_store (one BOOLEAN PRIMARY KEY CHECK (one), version INTEGER NOT NULL)`
      yield* sql`INSERT INTO gateway_store ${sql.insert({ one: true, version })} ON CONFLICT DO NOTHING`
      yield* makeTables(sql)
    })
  )

const refusedBy = (error: SqlError.SqlError): string => `${saidBy(error)}; ${remedies[codeOf(error)] ?? otherwise}`

const remedies: Readonly<Record<string, string>> = {
  "28P01": "give the right user and password in the url",
  "28000": "give a user in the url whom the database lets in",
  "3D000": "make the database, or name another one in the url",
  "42501": "let the user make and write tables in its schema, or name another one in the url",
  "53300": "let the database have more connections; each process takes up to ten"
}

const otherwise = "start the database, or give the url at which it can be reached"
