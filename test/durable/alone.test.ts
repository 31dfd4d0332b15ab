import { execFileSync } from "node:child_process"
import { linkSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"
import { Chunk, Context, Effect, Exit, Layer, Option, Scope, Stream } from "effect"
import { DurableEngine, DurableStore, Runs } from "effect-model-gateway/durable"
import { directory, statements } from "../embedded/data/support/directories.js"
import { errands } from "./support/errands.js"
import { work } from "./support/workers.js"

const taken = "this or another process works on it; stop that first, or name another file"

const opened = (file: string) => Layer.build(DurableEngine.sqlite(file))

const refusal = <A>(layer: Layer.Layer<A, { readonly reason: string }>) =>
  Effect.map(Effect.flip(Effect.scoped(Layer.build(layer))), ({ reason }) => reason)

it.scopedLive(
  "a second process is refused by whatever name it calls the file, and where the lock beside it was deleted",
  () =>
    Effect.gen(function* () {
      const { of, place } = yield* errands()
      const file = join(place, "here", "runs.sqlite")
      yield* opened(file)
      symlinkSync(file, join(place, "link.sqlite"))
      symlinkSync(join(place, "here"), join(place, "there"))
      linkSync(file, join(place, "here", "twin.sqlite"))
      const refused = (called: string) =>
        Effect.gen(function* () {
          const { code, err } = yield* work({ ...of("a fox").generateImageAssets, file: join(place, called) })
          assert.strictEqual(code, 1, called)
          assert.include(err, `the store ${join(place, called)} cannot be used: ${taken}`)
        })
      for (const called of ["link.sqlite", "there/runs.sqlite", "here/twin.sqlite"]) yield* refused(called)
      rmSync(`${file}.lock`)
      yield* refused("here/runs.sqlite")
      const looks = yield* Effect.provide(Runs, DurableStore.sqlite(join(place, "link.sqlite")))
      assert.strictEqual((yield* Effect.flip(looks.retryFailed())).reason, taken)
      renameSync(file, join(place, "here", "renamed.sqlite"))
      yield* refused("here/renamed.sqlite")
    }),
  60_000
)

it.scopedLive("the same process is refused like another, until it has closed the file", () =>
  Effect.gen(function* () {
    const file = join(yield* directory, "runs.sqlite")
    const scope = yield* Scope.make()
    yield* Scope.extend(opened(file), scope)
    rmSync(`${file}.lock`)
    assert.strictEqual(yield* refusal(DurableEngine.sqlite(file)), taken)
    yield* Scope.close(scope, Exit.void)
    yield* opened(file)
  })
)

it.scopedLive("a link to a folder in which there is no file yet", () =>
  Effect.gen(function* () {
    const place = yield* directory
    mkdirSync(join(place, "here"))
    symlinkSync(join(place, "here"), join(place, "there"))
    yield* opened(join(place, "there", "runs.sqlite"))
    assert.includeMembers(readdirSync(join(place, "here")), ["runs.sqlite", "runs.sqlite.lock"])
    assert.strictEqual(yield* refusal(DurableEngine.sqlite(join(place, "here", "runs.sqlite"))), taken)
  })
)

/** What SQLite says to a process that wants a file for itself. */
const wanted = (file: string): string => {
  const program = `import Database from "better-sqlite3"
    const database = new Database(process.argv[1])
    database.exec("PRAGMA locking_mode = EXCLUSIVE")
    try { console.log(database.prepare("SELECT count(*) FROM sqlite_master").all().length) } catch ({ code }) { console.log(code) }`
  const cwd = fileURLToPath(new URL("../../", import.meta.url))
  return execFileSync(process.execPath, ["--input-type=module", "--eval", program, file], { cwd, encoding: "utf8" })
}

it.scopedLive("who looks into the store of its own process does not let go of SQLite's locks on it", () =>
  Effect.gen(function* () {
    const file = join(yield* directory, "runs.sqlite")
    yield* opened(file)
    assert.strictEqual(wanted(file), "SQLITE_BUSY\n")
    const looks = Context.get(yield* Layer.build(DurableStore.sqlite(file)), Runs)
    yield* Stream.runDrain(looks.list())
    assert.strictEqual(wanted(file), "SQLITE_BUSY\n")
  })
)

it.scopedLive.each(["", " ", ":memory:"])("the name %j means no file", (name) =>
  Effect.gen(function* () {
    const reason = "it is no file; name one, or use DurableEngine.memory"
    assert.strictEqual(yield* refusal(DurableEngine.sqlite(name)), reason)
    assert.strictEqual(yield* refusal(DurableStore.sqlite(name)), reason)
  })
)

it.scopedLive("a store whose first engine was stopped as it began holds nothing", () =>
  Effect.gen(function* () {
    const file = join(yield* directory, "runs.sqlite")
    yield* Effect.scoped(opened(file))
    yield* statements(file, "DROP TABLE gateway_replies", "DROP TABLE gateway_messages")
    const looks = Context.get(yield* Layer.build(DurableStore.sqlite(file)), Runs)
    assert.strictEqual(Chunk.size(yield* Stream.runCollect(looks.list())), 0)
    assert.isTrue(Option.isNone(yield* looks.status("one")))
    assert.strictEqual(yield* looks.retryFailed(), 0)
  })
)
