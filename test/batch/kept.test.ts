import { NodeContext } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Chunk, Effect, Layer, Stream } from "effect"
import { Batch } from "effect-model-gateway"
import { DurableEngine, durable, RunRecords } from "effect-model-gateway/durable"
import { parcels } from "./support/parcels.js"
import { station } from "./support/station.js"

const texts = (...all: ReadonlyArray<string>) => all.map((text) => ({ text }))

it.scopedLive("gives back what an earlier pass came to, and carries out the rest", () =>
  Effect.gen(function* () {
    const { all, kept, within } = yield* station
    const first = yield* within(Batch.run(kept, texts("a", "bb"), { runId: "monday" }))
    assert.deepInclude(first, { items: 2, done: 2, failed: 0, kept: 0, changed: 0, run: "monday", pipeline: "parcels" })
    const second = yield* within(Batch.run(kept, texts("bb", "a", "ccc"), { runId: "monday" }))
    assert.deepInclude(second, { items: 3, done: 3, kept: 2, changed: 0 })
    assert.strictEqual(all(), 3)
    const other = yield* within(Batch.run(kept, texts("a"), { runId: "tuesday" }))
    assert.deepInclude(other, { done: 1, kept: 0 })
    assert.strictEqual(all(), 4)
  })
)

it.scopedLive("failed items go on only where that is asked for", () =>
  Effect.gen(function* () {
    const { kept, packed, within } = yield* station
    const items = [{ text: "well" }, { text: "late", refusals: 2 }]
    const first = yield* within(Batch.run(kept, items, { runId: "monday" }))
    assert.deepInclude(first, { done: 1, failed: 1 })
    assert.deepStrictEqual(
      first.failures.map(({ number, tag, traceId }) => [number, tag, traceId]),
      [[2, "GatewayBadRequest", "trace-late"]]
    )
    const second = yield* within(Batch.run(kept, items, { runId: "monday" }))
    assert.deepInclude(second, { done: 1, failed: 1, kept: 2 })
    assert.strictEqual(packed("late"), 1)
    // In one process, one pass after the other.
    const [third, fourth] = yield* within(
      Effect.all([
        Batch.run(kept, items, { runId: "monday", retry: "failed" }),
        Batch.run(kept, items, { runId: "monday", retry: "failed" })
      ])
    )
    assert.deepInclude(third, { done: 1, failed: 1, kept: 1 })
    assert.deepInclude(fourth, { done: 2, failed: 0, kept: 1 })
    assert.deepStrictEqual([packed("late"), packed("well")], [3, 1])
  })
)

it.scopedLive("an item whose input changed is new work, and one that comes twice is none", () =>
  Effect.gen(function* () {
    const { kept, packed, within } = yield* station
    const run = (...items: ReadonlyArray<{ id: string; text: string }>) =>
      within(Stream.runCollect(Batch.results(kept, items, { runId: "monday", concurrency: 1 })))
    yield* run({ id: "1", text: "a" })
    const results = yield* run(
      { id: "1", text: "changed" },
      { id: "2", text: "b" },
      { id: "2", text: "b" },
      { id: "2", text: "taken" }
    )
    assert.deepStrictEqual(
      Chunk.toReadonlyArray(results).map(({ isChanged, isKept, item, state }) => [item, state, isChanged, isKept]),
      [
        ["1", "done", true, false],
        ["2", "done", false, false],
        ["2", "done", false, true],
        ["2", "refused", false, false]
      ]
    )
    assert.deepStrictEqual([packed("changed"), packed("b"), packed("taken")], [1, 1, 0])
    const again = yield* run({ id: "2", text: "b" })
    assert.deepInclude(Chunk.unsafeHead(again), { state: "done", isKept: true, isChanged: false })
  })
)

it.scopedLive("an engine in memory keeps a run as long as it lives, and what is known of its items", () =>
  Effect.gen(function* () {
    const { all, pipeline } = parcels()
    const kept = durable(pipeline)
    yield* Effect.gen(function* () {
      const items = [{ text: "a" }, { text: "late", refusals: 1 }]
      assert.deepInclude(yield* Batch.run(kept, items, { runId: "monday" }), { done: 1, failed: 1, kept: 0 })
      assert.deepInclude(yield* Batch.run(kept, items, { runId: "monday" }), { done: 1, failed: 1, kept: 2 })
      const again = yield* Batch.run(kept, items, { runId: "monday", retry: "failed" })
      assert.deepInclude(again, { done: 1, failed: 1 }, "an outcome in memory is final")
      const { records } = yield* RunRecords
      const known = yield* Stream.runCollect(records({ run: "monday", pipeline: "parcels" }))
      assert.deepStrictEqual(
        Chunk.toReadonlyArray(known).map(({ failure, state, steps }) => [state, failure?.traceId, steps.length]),
        [
          ["done", undefined, 1],
          ["failed", "trace-late", 1]
        ]
      )
    }).pipe(Effect.provide(Layer.mergeAll(Layer.provideMerge(kept.layer, DurableEngine.memory), NodeContext.layer)))
    assert.strictEqual(all(), 2)
  })
)
