import { NodeContext } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Chunk, Effect, Layer, Redacted, Stream } from "effect"
import { Batch } from "effect-model-gateway"
import { DurableEngine, DurableStore, durable, RunRecords, Runs } from "effect-model-gateway/durable"
import { database, freeAddress } from "../durable/support/database.js"
import { parcels } from "./support/parcels.js"

it.scopedLive(
  "a run in a database goes on, is read beside its runners, and is forgotten",
  () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* database)
      const self = yield* freeAddress
      const { all, pipeline } = parcels()
      const kept = durable(pipeline)
      const items = [{ text: "a" }, { id: "late", text: "late", refusals: 1 }, { id: "late", text: "taken" }]
      const run = (retry?: "failed") =>
        Batch.run(kept, items, { runId: "monday", retry, concurrency: 1, stopWhen: { orders: 3 } }).pipe(
          Effect.provide(Layer.provideMerge(kept.layer, DurableEngine.postgres({ url, self }))),
          Effect.provide(NodeContext.layer)
        )
      assert.deepInclude(yield* run(), { done: 1, failed: 1, refused: 1, kept: 0 })
      assert.deepInclude(yield* run(), { done: 1, failed: 1, refused: 1, kept: 2 })
      assert.deepInclude(yield* run("failed"), { done: 2, failed: 0, refused: 1, kept: 1 })
      assert.strictEqual(all(), 3)
      yield* Effect.gen(function* () {
        const { records } = yield* RunRecords
        const known = yield* Stream.runCollect(records({ run: "monday", pipeline: "parcels" }))
        assert.deepStrictEqual(
          Chunk.toReadonlyArray(known)
            .map(({ state, steps }) => [state, steps.map(({ step }) => step)])
            .sort(),
          [
            ["done", ["pack"]],
            ["done", ["pack"]]
          ]
        )
        const runs = yield* Runs
        assert.strictEqual(yield* runs.purge({ run: "monday" }), 2)
        assert.strictEqual(yield* Stream.runCount(records({ run: "monday", pipeline: "parcels" })), 0)
      }).pipe(Effect.provide(DurableStore.postgres({ url })))
      assert.deepInclude(yield* run(), { done: 2, kept: 0 }, "it is new work again")
    }),
  60_000
)
