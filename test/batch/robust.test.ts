import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { NodeContext } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Deferred, Effect, Exit, Fiber, Schema, Stream } from "effect"
import { Batch, pipeline } from "effect-model-gateway"
import { directory } from "../embedded/data/support/directories.js"
import { parcels } from "./support/parcels.js"
import { station } from "./support/station.js"

const linesOf = (file: string) =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

const circular: { self?: unknown } = {}
circular.self = circular

describe("an item fails alone", () => {
  it.scoped.each([
    ["whose key cannot be told", { key: (name: string) => (name === "odd" ? assert.fail("no key") : name) }, "no key"],
    ["whose key is empty", { key: (name: string) => (name === "odd" ? "" : name) }, "1 to 1000 characters"],
    ["whose key is too long", { key: (name: string) => (name === "odd" ? "x".repeat(1_001) : name) }, "1 to 1000"],
    ["whose key no store takes", { key: (name: string) => (name === "odd" ? "a\0b" : name) }, "no NUL"]
  ] as const)("%s", ([, options, message]) =>
    Effect.gen(function* () {
      const work = (name: string) => Effect.succeed(name)
      const summary = yield* Batch.run(work, ["one", "odd", "two"], { runId: "monday", ...options })
      assert.deepStrictEqual([summary.done, summary.failed + summary.refused], [2, 1])
      assert.deepInclude(summary.failures[0], { number: 2, item: "item 2" })
      assert.include(summary.failures[0]?.message, message)
      assert.match(summary.failures[0]?.message ?? "", /^item 2: /)
    }).pipe(Effect.provide(NodeContext.layer))
  )

  it.scoped("whose input, failure or result has no JSON", () =>
    Effect.gen(function* () {
      const output = join(yield* directory, "results.jsonl")
      const work = (n: number | bigint): Effect.Effect<unknown, unknown> =>
        n === 2 ? Effect.fail(circular) : n === 3 ? Effect.fail({ big: 1n }) : Effect.succeed(n === 4 ? circular : n)
      const summary = yield* Batch.run(work, [1n, 2, 3, 4, 5], { runId: "monday", output, order: "input" })
      assert.deepInclude(summary, { items: 5, done: 2, failed: 3 })
      const lines = linesOf(output)
      assert.deepStrictEqual(
        lines.map(({ number, state, value }) => [number, state, value]),
        [
          [1, "failed", undefined],
          [2, "failed", undefined],
          [3, "failed", undefined],
          [4, "done", undefined],
          [5, "done", 5]
        ]
      )
      assert.match(lines[3].unwritten.message, /circular/)
    }).pipe(Effect.provide(NodeContext.layer))
  )

  it.scoped("whose result does not fit its schema is written without it", () =>
    Effect.gen(function* () {
      const output = join(yield* directory, "results.jsonl")
      const odd = pipeline({
        name: "odd",
        input: Schema.Number,
        success: Schema.Number.pipe(Schema.positive()),
        error: Schema.Never,
        run: (n) => Effect.succeed(-n)
      })
      const { done } = yield* Batch.run(odd, [1], { runId: "monday", output })
      assert.deepStrictEqual([done, linesOf(output)[0].unwritten.tag], [1, "RuntimeException"])
    }).pipe(Effect.provide(NodeContext.layer))
  )
})

describe("what is under way ends before a batch fails", () => {
  it.effect.each(["a source that breaks", "a listener that fails"] as const)("for %s", (how) =>
    Effect.gen(function* () {
      const [begun, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const ended: Array<string> = []
      const work = (name: string): Effect.Effect<unknown> =>
        name === "quick"
          ? Effect.succeed(name)
          : Deferred.succeed(begun, undefined).pipe(
              Effect.zipRight(Deferred.await(goOn)),
              Effect.map(() => ended.push(name))
            )
      const broken = Effect.zipRight(Deferred.await(begun), Effect.fail("broken"))
      const items = Stream.make("slow", "quick")
      const fiber = yield* Effect.fork(
        Batch.run(work, how === "a source that breaks" ? Stream.concat(items, Stream.execute(broken)) : items, {
          runId: "monday",
          onResult: () => (how === "a source that breaks" ? Effect.void : broken)
        })
      )
      yield* Deferred.await(begun)
      yield* Effect.yieldNow({ priority: 1 })
      yield* Deferred.succeed(goOn, undefined)
      assert.deepStrictEqual(yield* Fiber.await(fiber), Exit.fail("broken"))
      assert.deepStrictEqual(ended, ["slow"])
    }).pipe(Effect.provide(NodeContext.layer))
  )
})

it.scoped.each([
  [{ runId: "" }, "runId"],
  [{ runId: "a", concurrency: 0 }, "concurrency"],
  [{ runId: "a", concurrency: Number.NaN }, "concurrency"],
  [{ runId: "a", stopWhen: { failures: 0 } }, "stopWhen.failures"],
  [{ runId: "a", stopWhen: { failureRate: { above: 10 } } }, "stopWhen.failureRate.above"],
  [{ runId: "a", stopWhen: { orders: -1 } }, "stopWhen.orders"]
] as const)("options that do not fit are refused by name: %o", ([options, field]) =>
  Effect.gen(function* () {
    let begun = 0
    const work = () => Effect.sync(() => ++begun)
    for (const batch of [
      Batch.run(work, [1], options),
      Batch.plan(work, [1], options),
      Stream.runDrain(Batch.results(work, [1], options))
    ]) {
      const error = yield* Effect.flip(batch)
      assert.propertyVal(error, "_tag", "GatewayInvalidRequest")
      assert.include(error.message, field)
    }
    assert.strictEqual(begun, 0)
  }).pipe(Effect.provide(NodeContext.layer))
)

it.scoped("a report that cannot be written is known before the first item", () =>
  Effect.gen(function* () {
    const report = join(yield* directory, "report")
    writeFileSync(report, "a file")
    let begun = 0
    const error = yield* Effect.flip(Batch.run(() => Effect.sync(() => ++begun), [1, 2], { runId: "monday", report }))
    assert.propertyVal(error, "_tag", "FileNotSaved")
    assert.strictEqual(begun, 0)
  }).pipe(Effect.provide(NodeContext.layer))
)

it.scoped("the draft that a kill left of work that nobody keeps is not written over", () =>
  Effect.gen(function* () {
    const place = yield* directory
    const output = join(place, "results.jsonl")
    writeFileSync(`${output}.part`, '{"item":"paid"}\n')
    yield* Batch.run((n: number) => Effect.succeed(n), [1], { runId: "monday", output })
    const [moved = "", ...rest] = readdirSync(place).filter((name) => name.endsWith(".part"))
    assert.deepStrictEqual([rest, linesOf(join(place, moved))], [[], [{ item: "paid" }]])
    assert.strictEqual(linesOf(output)[0].value, 1)
  }).pipe(Effect.provide(NodeContext.layer))
)

it.scoped("items of an iterable are drawn as their turn comes", () =>
  Effect.gen(function* () {
    let [drawn, most] = [0, 0]
    function* items() {
      for (let n = 1; n <= 500; n++) {
        drawn = n
        yield n
      }
    }
    const work = (n: number) =>
      Effect.sync(() => {
        most = Math.max(most, drawn - n)
      })
    yield* Batch.run(work, items(), { runId: "monday", concurrency: 4 })
    assert.isBelow(most, 32)
  }).pipe(Effect.provide(NodeContext.layer))
)

describe("a run that is kept", () => {
  it.scopedLive("does not stop at failures of an earlier pass, and does at as many of its own", () =>
    Effect.gen(function* () {
      const { kept, within } = yield* station
      const items = ["a", "b", "c", "d"].map((text, n) => ({ text, refusals: n === 0 || n === 2 ? 9 : 0 }))
      const run = within(
        Batch.run(kept, items, { runId: "monday", concurrency: 1, order: "input", stopWhen: { failures: 1 } })
      )
      assert.deepInclude(yield* run, { items: 1, failed: 1, stopped: "an item failed" })
      assert.deepInclude(yield* run, { items: 3, done: 1, failed: 2, stopped: "an item failed" })
      assert.deepInclude(yield* run, { items: 4, done: 2, failed: 2, stopped: undefined })
    })
  )

  it.scopedLive("an input that changed back is what it was", () =>
    Effect.gen(function* () {
      const { all, kept, within } = yield* station
      const options = { runId: "monday" }
      const run = (text: string) => within(Stream.runCollect(Batch.results(kept, [{ id: "1", text }], options)))
      yield* run("A")
      yield* run("B")
      const plan = yield* within(Batch.plan(kept, [{ id: "1", text: "A" }], options))
      assert.deepInclude(plan, { work: 0 })
      assert.deepInclude(plan.states, { done: 1, changed: 0 })
      const again = Chunk.unsafeHead(yield* run("A"))
      assert.deepInclude(again, { state: "done", isKept: true, isChanged: false })
      assert.strictEqual(all(), 2)
    })
  )
})

it.scoped("an endless source ends with the batch that stops", () =>
  Effect.gen(function* () {
    const refuse = (n: number) => Effect.fail(`no ${n}`)
    for (const items of [
      Stream.iterate(1, (n) => n + 1),
      (function* () {
        for (let n = 1; ; n++) yield n
      })()
    ]) {
      const summary = yield* Batch.run(refuse, items, { runId: "monday", concurrency: 2, stopWhen: { failures: 3 } })
      assert.strictEqual(summary.stopped, "3 items failed")
      assert.isAtMost(summary.items, 5)
    }
  }).pipe(Effect.provide(NodeContext.layer))
)

it.scoped.each(["a folder", "a link"] as const)("results never take the place of %s", (what) =>
  Effect.gen(function* () {
    const place = yield* directory
    const output = join(place, "results.jsonl")
    if (what === "a folder") mkdirSync(output)
    else symlinkSync(join(place, "precious"), output)
    let begun = 0
    const error = yield* Effect.flip(Batch.run(() => Effect.sync(() => ++begun), [1], { runId: "monday", output }))
    assert.deepInclude(error, { _tag: "FileNotSaved", reason: "what has that name is no file; name another" })
    assert.strictEqual(begun, 0)
  }).pipe(Effect.provide(NodeContext.layer))
)

it.scoped("a refused item is called by its own id, in a text of JSON Lines too", () =>
  Effect.gen(function* () {
    const { pipeline } = parcels()
    const { failures } = yield* Batch.run(pipeline, Batch.jsonLines('{"id":"x","text":7}\n{"text":7}'), {
      runId: "monday"
    })
    assert.deepStrictEqual(
      failures.map(({ item }) => item),
      ["x", "line 2"]
    )
  }).pipe(Effect.provide(NodeContext.layer))
)
