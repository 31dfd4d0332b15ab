import { join } from "node:path"
import { NodeContext } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Chunk, Effect, Layer, Stream } from "effect"
import { Batch } from "effect-model-gateway"
import { DurableEngine, DurableStore, durable, RunRecords } from "effect-model-gateway/durable"
import { directory } from "../embedded/data/support/directories.js"
import { parcels } from "./support/parcels.js"

it.scopedLive("what is known of a run is read beside the process that works on it", () =>
  Effect.gen(function* () {
    const file = join(yield* directory, "runs.sqlite")
    const kept = durable(parcels().pipeline)
    const items = [
      { id: "well", text: "a" },
      { id: "late", text: "b", refusals: 9 }
    ]
    const read = Effect.gen(function* () {
      const { records } = yield* RunRecords
      return Chunk.toReadonlyArray(yield* Stream.runCollect(records({ run: "monday", pipeline: "parcels" })))
    })
    yield* Effect.gen(function* () {
      yield* Batch.run(kept, items, { runId: "monday" })
      const beside = yield* Effect.provide(read, DurableStore.sqlite(file))
      assert.deepStrictEqual(
        beside.map(({ failure, item, state, steps }) => [item, state, failure?.tag, steps.map(({ step }) => step)]),
        [
          ["late", "failed", "GatewayBadRequest", ["pack"]],
          ["well", "done", undefined, ["pack"]]
        ]
      )
      assert.deepStrictEqual(beside, yield* read)
    }).pipe(
      Effect.provide(Layer.mergeAll(Layer.provideMerge(kept.layer, DurableEngine.sqlite(file)), NodeContext.layer))
    )
  })
)
