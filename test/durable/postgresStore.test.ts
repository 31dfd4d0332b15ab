import { assert, describe, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { DurableEngine } from "effect-model-gateway/durable"
import { vi } from "vitest"
import { database, freeAddress, statement } from "./support/database.js"

class Server extends Context.Tag("Server")<Server, string>() {}

/** Opens a store and closes it again; gives how that is refused. */
const refusal = (url: string, self?: { readonly host: string; readonly port: number }) =>
  Effect.scoped(Layer.build(DurableEngine.postgres({ url: Redacted.make(url), self }))).pipe(
    Effect.flip,
    Effect.map(({ message }) => message)
  )

const opened = (url: string) => Effect.scoped(Layer.build(DurableEngine.postgres({ url: Redacted.make(url) })))

/** An empty database; gives its url. */
const emptyDatabase = (name: string) =>
  Effect.gen(function* () {
    const runs = yield* Server
    yield* statement(runs, `CREATE DATABASE ${name}`)
    return runs.replace(/runs$/, name)
  })

const tables = (url: string) =>
  Effect.map(
    statement(url, "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1"),
    (rows) => rows.map(({ table_name }) => table_name)
  )

describe("a store in a database", () => {
  layer(Layer.scoped(Server, database))((it) => {
    it.effect("is begun by several processes at once", () =>
      Effect.gen(function* () {
        const url = yield* emptyDatabase("begun")
        yield* Effect.all(
          Array.from({ length: 6 }, () => opened(url)),
          { concurrency: "unbounded" }
        )
        yield* opened(url)
        assert.deepStrictEqual(
          yield* tables(url),
          ["calls", "claims", "items", "messages", "migrations", "orders", "replies", "runners", "store"].map(
            (name) => `gateway_${name}`
          )
        )
      })
    )

    it.effect("of another version is refused, untouched", () =>
      Effect.gen(function* () {
        const url = yield* emptyDatabase("older")
        yield* statement(url, "CREATE TABLE gateway_store (version INTEGER)")
        yield* statement(url, "INSERT INTO gateway_store VALUES (0)")
        assert.include(
          yield* refusal(url),
          "its tables are of version 0, and this package keeps version 3; install the package that wrote them"
        )
        assert.deepStrictEqual(yield* tables(url), ["gateway_store"])
      })
    )

    it.effect("with tables of the same names and no version is refused, untouched", () =>
      Effect.gen(function* () {
        const url = yield* emptyDatabase("foreign_tables")
        yield* statement(url, "CREATE TABLE gateway_messages (id INTEGER)")
        yield* statement(url, "CREATE TABLE gateways (id INTEGER)")
        assert.include(
          yield* refusal(url),
          "it has tables that are of no store (gateway_messages); name another database"
        )
        assert.deepStrictEqual(yield* tables(url), ["gateway_messages", "gateways"])
      })
    )

    it.effect("that cannot be reached or entered is named without its password, with what to do", () =>
      Effect.gen(function* () {
        const url = yield* Server
        const { host, port } = yield* freeAddress
        const refused: ReadonlyArray<readonly [string, string, string]> = [
          [url.replace("secret", "geheim"), url, "; give the right user and password"],
          [url.replace("gateway:secret", "nobody:geheim"), url.replace("gateway:", "nobody:"), "; give the right user"],
          [url.replace(/runs$/, "none"), url.replace(/runs$/, "none"), "; make the database"],
          [`postgres://gateway:secret@${host}:${port}/runs`, `postgres://gateway@${host}:${port}/runs`, "; start the"],
          [
            "postgres://gateway:secret@nowhere.invalid/runs?password=secret",
            "postgres://gateway@nowhere.invalid",
            "; st"
          ],
          ["postgres://gateway:secret@ :/", "of a url that cannot be read", ": write it as postgres"]
        ]
        for (const [given, named, remedy] of refused) {
          const message = yield* refusal(given)
          assert.include(message, `the store ${named.replace(":secret", "")}`)
          assert.include(message, remedy)
          assert.notMatch(message, /secret|geheim/)
          assert.notMatch(message, /: ;/, "something was said")
        }
      })
    )

    it.effect("that its user may not write is refused", () =>
      Effect.gen(function* () {
        const url = yield* emptyDatabase("closed")
        yield* statement(url, "CREATE ROLE reader LOGIN PASSWORD 'secret'")
        assert.include(
          yield* refusal(url.replace("gateway:", "reader:")),
          "permission denied for schema public; let the user make and write tables"
        )
      })
    )

    it.effect("is opened alike whatever the environment says of ports and shards", () =>
      Effect.gen(function* () {
        const url = yield* emptyDatabase("environment")
        vi.stubEnv("PORT", "a pipe")
        yield* opened(url)
      }).pipe(Effect.ensuring(Effect.sync(() => vi.unstubAllEnvs())))
    )

    it.scoped("is not served from an address that is taken", () =>
      Effect.gen(function* () {
        const url = yield* emptyDatabase("taken")
        const self = yield* freeAddress
        yield* Layer.build(DurableEngine.postgres({ url: Redacted.make(url), self }))
        assert.include(
          yield* refusal(url, self),
          `${self.host}:${self.port} cannot be listened on (listen EADDRINUSE: address already in use`
        )
      })
    )
  })
})
