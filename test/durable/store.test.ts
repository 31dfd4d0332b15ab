import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { DurableEngine, DurableStore } from "effect-model-gateway/durable"
import { directory, statements } from "../embedded/data/support/directories.js"
import { asked, without } from "../support/packages.js"
import { counts, digestOf } from "./support/digest.js"

/** What is said of a file that is refused: the same by the engine and by who only looks. */
const refusalOf = (file: string) =>
  Effect.gen(function* () {
    const carried = yield* Effect.flip(Effect.scoped(Layer.build(DurableEngine.sqlite(file))))
    assert.strictEqual(carried._tag, "DurableStoreUnusable")
    assert.strictEqual(carried.message, `the store ${file} cannot be used: ${carried.reason}`)
    assert.notInclude(carried.message, "\n")
    return carried.reason
  })

/** A store with an execution in it, all of it in the one file. */
const filled = Effect.gen(function* () {
  const file = join(yield* directory, "runs.sqlite")
  const digest = digestOf(counts())
  const text = "one two ".repeat(2_000)
  yield* digest.execute({ text }).pipe(Effect.provide(Layer.provideMerge(digest.layer, DurableEngine.sqlite(file))))
  yield* statements(file)
  return file
})

it.scopedLive("a place where no file can be", () =>
  Effect.gen(function* () {
    const place = yield* directory
    writeFileSync(join(place, "file"), "mine")
    assert.match(yield* refusalOf(join(place, "file", "runs.sqlite")), /make its folder writable/)
    mkdirSync(join(place, "folder.sqlite"))
    assert.match(yield* refusalOf(join(place, "folder.sqlite")), /EISDIR.*name another file/)
  })
)

it.scopedLive("a folder that is missing is made", () =>
  Effect.gen(function* () {
    const place = yield* directory
    yield* Effect.scoped(Layer.build(DurableEngine.sqlite(join(place, "a", "b", "runs.sqlite"))))
    assert.include(readdirSync(join(place, "a", "b")), "runs.sqlite")
  })
)

it.scopedLive("another program's database, which stays as it is", () =>
  Effect.gen(function* () {
    const place = yield* directory
    const file = join(place, "theirs.sqlite")
    yield* statements(file, "CREATE TABLE cluster_messages (id TEXT)", "INSERT INTO cluster_messages VALUES ('theirs')")
    const before = readFileSync(file)
    assert.strictEqual(yield* refusalOf(file), "the file is no store of executions; name another file")
    const looked = yield* Effect.flip(Effect.scoped(Layer.build(DurableStore.sqlite(file))))
    assert.match(looked.message, /is no store of executions/)
    assert.isTrue(before.equals(readFileSync(file)))
    assert.deepStrictEqual(readdirSync(place), ["theirs.sqlite", "theirs.sqlite.lock"])
  })
)

it.scopedLive("what is no database", () =>
  Effect.gen(function* () {
    const file = join(yield* directory, "notes.txt")
    writeFileSync(file, "a text of some length, ".repeat(20))
    assert.match(yield* refusalOf(file), /no store of executions/)
    assert.isTrue(readFileSync(file, "utf8").startsWith("a text"))
  })
)

it.scopedLive.each([2, 4])("version %i of the tables, which stays as it is", (version) =>
  Effect.gen(function* () {
    const file = yield* filled
    yield* statements(file, `PRAGMA user_version = ${version}`)
    const before = readFileSync(file)
    assert.match(yield* refusalOf(file), new RegExp(`of version ${version}, and this package keeps version 3; install`))
    assert.isTrue(before.equals(readFileSync(file)))
  })
)

it.scopedLive.each([0, 60, 4_096, 20_000])("a file that is cut off after %i bytes", (length) =>
  Effect.gen(function* () {
    const file = yield* filled
    truncateSync(file, length)
    const before = readFileSync(file)
    assert.match(yield* refusalOf(file), /put a whole copy/)
    assert.isTrue(before.equals(readFileSync(file)))
  })
)

it.scopedLive("who only looks makes no file", () =>
  Effect.gen(function* () {
    const place = yield* directory
    const error = yield* Effect.flip(Effect.scoped(Layer.build(DurableStore.sqlite(join(place, "runs.sqlite")))))
    assert.match(error.message, /cannot be read.*ENOENT/)
    assert.deepStrictEqual(readdirSync(place), [])
  })
)

it.scopedLive("a store and what lies beside it are their owner's alone", () =>
  Effect.gen(function* () {
    const file = yield* filled
    const modes = execFileSync("stat", ["-c", "%a", file, `${file}.lock`], { encoding: "utf8" })
    assert.strictEqual(modes, "600\n600\n")
  })
)

/** What a process says that opens a store, with this option of Node. */
const saidWith = (option: string, store: "sqlite" | "postgres") => {
  const root = fileURLToPath(new URL("../../", import.meta.url))
  const program = fileURLToPath(new URL("support/openStore.ts", import.meta.url))
  const options = ["--import", "tsx", "--conditions=@effect-model-gateway/source", option]
  return execFileSync(process.execPath, [...options, program, store], { cwd: root, encoding: "utf8" })
}

it.live.each(["sqlite", "postgres"] as const)(
  "says what to install where packages are missing, and otherwise why they do not load: %s",
  (store) =>
    Effect.sync(() => {
      const client = store === "sqlite" ? "sql-sqlite-node" : "sql-pg"
      const names = ["cluster", "experimental", "platform-node", "rpc", "sql", client, "workflow"]
      const wanted = names.map((name) => asked(`@effect/${name}`)).join(" ")
      const line = `packages that keep it are missing; npm install ${wanted}\n`
      assert.include(saidWith(without("@effect/cluster"), store), line)
      const broken = saidWith(without("@effect/cluster", "ERR_DLOPEN_FAILED"), store)
      assert.include(broken, "cannot be used: what keeps it does not load (not found); mend that, or install")
    }),
  60_000
)
