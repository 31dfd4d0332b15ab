import { readFileSync } from "node:fs"
import { join } from "node:path"
import { NodeContext } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Stream } from "effect"
import { Batch, GatewayBadRequest } from "effect-model-gateway"
import { directory } from "../embedded/data/support/directories.js"
import { parcels } from "./support/parcels.js"

const linesOf = (file: string) =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

describe("a batch of work that is not kept", () => {
  it.scoped("carries items of a stream out, and fails one alone", () =>
    Effect.gen(function* () {
      const { pipeline } = parcels()
      const items = Stream.make({ text: "a" }, { text: "late", refusals: 1 }, { text: "ccc" })
      const { failures, ...summary } = yield* Batch.run(pipeline, items, { runId: "monday" })
      assert.deepInclude(summary, { items: 3, done: 2, failed: 1, refused: 0, kept: 0, stopped: undefined })
      assert.deepStrictEqual(
        failures.map(({ message, number, step, tag, traceId }) => [number, tag, step, traceId, message]),
        [[2, "GatewayBadRequest", undefined, "trace-late", failures[0]?.message]]
      )
      const again = yield* Batch.run(pipeline, items, { runId: "monday" })
      assert.deepInclude(again, { done: 3, kept: 0 }, "nothing is kept, so it is done again")
    }).pipe(Effect.provide(NodeContext.layer))
  )

  it.scoped("refuses a bad line alone, by its number and field", () =>
    Effect.gen(function* () {
      const { all, pipeline } = parcels()
      const text = ['{"text":"a"}', "", "{ no json", '{"text":1}', '{"text":"b","size":3}', '{"text":"c"}'].join("\n")
      const { failures, ...summary } = yield* Batch.run(pipeline, Batch.jsonLines(Stream.make(text)), {
        runId: "monday",
        order: "input"
      })
      assert.deepInclude(summary, { items: 5, done: 2, refused: 3, failed: 0 })
      for (const [n, problem] of [
        "line 3: .*is not JSON",
        "line 4: .*text must be",
        "line 5: .*size is not a field"
      ].entries()) {
        assert.match(failures[n]?.message ?? "", new RegExp(`^${problem}`))
      }
      assert.strictEqual(all(), 2)
    }).pipe(Effect.provide(NodeContext.layer))
  )

  it.scoped("gives results as they come, or in the order of the items", () =>
    Effect.gen(function* () {
      const slow = yield* Deferred.make<void>()
      const work = (name: string) => (name === "slow" ? Effect.as(Deferred.await(slow), name) : Effect.succeed(name))
      const names = ["slow", "one", "two"]
      const seen: Array<string> = []
      const run = (order: "input" | "asTheyCome") =>
        Batch.run(work, names, {
          runId: "monday",
          order,
          onResult: ({ number }) =>
            Effect.suspend(() => {
              seen.push(`${order} ${number}`)
              return seen.length === 2 ? Deferred.succeed(slow, undefined) : Effect.void
            })
        })
      yield* run("asTheyCome")
      yield* run("input")
      assert.deepStrictEqual(seen, [
        ...["asTheyCome 2", "asTheyCome 3", "asTheyCome 1"],
        ...["input 1", "input 2", "input 3"]
      ])
    }).pipe(Effect.provide(NodeContext.layer))
  )

  it.scopedLive("has no more items under way than it may", () =>
    Effect.gen(function* () {
      let [underWay, most] = [0, 0]
      const work = (n: number) =>
        Effect.gen(function* () {
          most = Math.max(most, ++underWay)
          yield* Effect.sleep("1 millis")
          underWay -= 1
          return n
        })
      let drawn = 0
      const items = Stream.map(Stream.range(1, 1_000, 1), (n) => {
        drawn = n
        return n
      })
      let furthest = 0
      const summary = yield* Batch.run(work, items, {
        runId: "monday",
        concurrency: 4,
        onResult: ({ number }) =>
          Effect.sync(() => {
            furthest = Math.max(furthest, drawn - number)
          })
      })
      assert.deepStrictEqual([summary.done, most], [1_000, 4])
      assert.isBelow(furthest, 32, "what is drawn is bounded")
    }).pipe(Effect.provide(NodeContext.layer))
  )
})

describe("what ends a batch early", () => {
  const refuse = (name: string) =>
    name.startsWith("bad") ? new GatewayBadRequest({ operation: name, attempts: 1 }) : Effect.succeed(name)
  const names = ["a", "bad 1", "b", "bad 2", "c", "d"]

  it.scoped.each([
    [{ failures: 1 }, 2, "an item failed"],
    [{ failures: 2 }, 4, "2 items failed"],
    [{ failureRate: { above: 0.3, after: 3 } }, 3, "1 of 3 items failed"],
    [{ failureRate: { above: 0.5, after: 3 } }, 6, undefined]
  ] as const)("%o", ([stopWhen, items, stopped]) =>
    Effect.gen(function* () {
      const summary = yield* Batch.run(refuse, names, { runId: "monday", concurrency: 1, stopWhen })
      assert.deepInclude(summary, { items, stopped })
    }).pipe(Effect.provide(NodeContext.layer))
  )

  it.effect("leaves a source that has nothing at the moment", () =>
    Effect.gen(function* () {
      const items = Stream.concat(Stream.make("bad"), Stream.never)
      const summary = yield* Batch.run(refuse, items, { runId: "monday", stopWhen: { failures: 1 } })
      assert.deepInclude(summary, { items: 1, failed: 1, stopped: "an item failed" })
    }).pipe(Effect.provide(NodeContext.layer))
  )
})

describe("the file of results", () => {
  it.scoped("has a line for each item, and its name only when it is whole", () =>
    Effect.gen(function* () {
      const { pipeline } = parcels()
      const output = join(yield* directory, "new", "results.jsonl")
      const items = [
        { id: "x", text: "abc" },
        { text: "late", refusals: 1 }
      ]
      yield* Batch.run(pipeline, items, { runId: "monday", output, order: "input" })
      const [done, failed, ...rest] = linesOf(output)
      assert.deepStrictEqual(done, { item: "x", number: 1, state: "done", value: { size: 3 } })
      assert.deepInclude(failed, { number: 2, state: "failed" })
      assert.deepInclude(failed.error, { _tag: "GatewayBadRequest", traceId: "trace-late" })
      assert.deepInclude(failed.failure, { tag: "GatewayBadRequest", traceId: "trace-late" })
      assert.deepStrictEqual(rest, [])
    }).pipe(Effect.provide(NodeContext.layer))
  )

  it.scoped("stays as it was where the batch is interrupted", () =>
    Effect.gen(function* () {
      const output = join(yield* directory, "results.jsonl")
      const work = (name: string) => (name === "never" ? Effect.never : Effect.succeed(name))
      yield* Batch.run(work, ["a"], { runId: "monday", output })
      const told = yield* Deferred.make<void>()
      const fiber = yield* Effect.fork(
        Batch.run(work, ["b", "never"], { runId: "monday", output, onResult: () => Deferred.succeed(told, undefined) })
      )
      yield* Deferred.await(told)
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(
        linesOf(output).map(({ value }) => value),
        ["a"]
      )
      assert.deepStrictEqual(
        linesOf(`${output}.part`).map(({ value }) => value),
        ["b"]
      )
    }).pipe(Effect.provide(NodeContext.layer))
  )
})

it.scoped("the report has what was carried out, and what was refused", () =>
  Effect.gen(function* () {
    const { pipeline } = parcels()
    const report = join(yield* directory, "report")
    const text = ['{"text":"a"}', '{"text":1}', '{"text":"late","refusals":1}'].join("\n")
    yield* Batch.run(pipeline, Batch.jsonLines(Stream.make(text)), { runId: "monday", report })
    const { failures, items, run, steps } = JSON.parse(readFileSync(join(report, "report.json"), "utf8"))
    assert.deepInclude(items, { total: 3, done: 1, failed: 2 })
    assert.deepStrictEqual(
      failures.groups
        .map(({ count, first, tag }: (typeof failures.groups)[number]) => [tag, count, first[0].traceId])
        .sort(),
      [
        ["GatewayBadRequest", 1, "trace-late"],
        ["GatewayInvalidRequest", 1, undefined]
      ]
    )
    assert.deepStrictEqual([run, steps[0].step, steps[0].started, steps[0].failed], ["monday", "pack", 2, 1])
    assert.include(readFileSync(join(report, "report.html"), "utf8"), "1 of 3 items done")
  }).pipe(Effect.provide(NodeContext.layer))
)
