import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { directory, statements, within } from "./support/directories.js"

/** What is said of a directory that is refused, in one line that names it. */
const refusalOf = (data: string) =>
  Effect.map(Effect.flip(within(data, () => Effect.void)), (error) => {
    assert.strictEqual(error._tag, "DataDirectoryUnusable")
    assert.strictEqual(error.directory, data)
    assert.include(error.message, `the data directory ${data} cannot be used: ${error.reason}`)
    assert.notInclude(error.message, "\n")
    return error.reason
  })

/** A directory with some pictures in it, all of it in the one file. */
const filled = Effect.gen(function* () {
  const data = yield* directory
  const image = { bytes: new Uint8Array(50_000).fill(7), mimeType: "image/png" }
  yield* within(data, ({ files }) => Effect.all([1, 2, 3, 4].map((n) => files.keep(`${n}`, image))))
  yield* statements(`${data}/gateway.sqlite`)
  return { data, database: `${data}/gateway.sqlite` }
})

it.scoped("a place where no directory can be", () =>
  Effect.gen(function* () {
    const data = `${yield* directory}/file`
    writeFileSync(data, "mine")
    assert.match(yield* refusalOf(data), /ENOTDIR.*name another directory/)
    assert.match(yield* refusalOf(`${data}/below`), /ENOTDIR.*name another directory/)
    assert.match(yield* refusalOf("/proc/gateway"), /ENOENT.*name another directory/)
    assert.strictEqual(readFileSync(data, "utf8"), "mine")
  })
)

it.scoped("another program's database, which stays as it is", () =>
  Effect.gen(function* () {
    const data = yield* directory
    const database = `${data}/gateway.sqlite`
    yield* statements(database, "CREATE TABLE kept (id TEXT)", "INSERT INTO kept VALUES ('theirs')")
    const before = readFileSync(database)
    assert.strictEqual(yield* refusalOf(data), "gateway.sqlite is no database of this gateway; name another directory")
    assert.isTrue(before.equals(readFileSync(database)))
    assert.deepStrictEqual(readdirSync(data), ["gateway.lock", "gateway.sqlite", "tmp"])
  })
)

it.scoped("what is no database", () =>
  Effect.gen(function* () {
    const data = yield* directory
    writeFileSync(`${data}/gateway.sqlite`, "a text of some length, ".repeat(20))
    assert.match(yield* refusalOf(data), /no database of this gateway/)
    const other = yield* directory
    mkdirSync(`${other}/gateway.sqlite`)
    assert.match(yield* refusalOf(other), /EISDIR.*name another directory/)
  })
)

it.scoped("a newer version, which stays as it is", () =>
  Effect.gen(function* () {
    const { data, database } = yield* filled
    yield* statements(database, "PRAGMA user_version = 2")
    const before = readFileSync(database)
    assert.match(yield* refusalOf(data), /is of version 2, and this package keeps version 1; install/)
    assert.isTrue(before.equals(readFileSync(database)))
  })
)

it.scoped.each([0, 60, 4_096, 100_000])("a file that is cut off after %i bytes", (length) =>
  Effect.gen(function* () {
    const { data, database } = yield* filled
    truncateSync(database, length)
    assert.match(yield* refusalOf(data), /(is cut off|does not open \(.*(malformed|damaged)\)).* put a whole copy/)
    assert.strictEqual(readFileSync(database).length, length)
  })
)

it.scoped("a file that is damaged in the middle", () =>
  Effect.gen(function* () {
    const { data, database } = yield* filled
    const damaged = readFileSync(database).fill(0xff, 4_096, 8_192)
    writeFileSync(database, damaged)
    assert.match(yield* refusalOf(data), /does not open \(.+\).* put a whole copy/)
  })
)
