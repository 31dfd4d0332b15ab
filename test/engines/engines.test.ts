import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AssetLibrary, Embedder, ImageGenerator, Reranker, Transcriber, VideoOrders } from "effect-model-gateway"
import { EngineState, Engines } from "effect-model-gateway/engines"
import { withoutNetwork } from "./support/withoutNetwork.js"

const model = "any-model"

const draw = Effect.flatMap(ImageGenerator, ({ chat }) =>
  chat({
    model,
    messages: [{ role: "user", content: "fox" }],
    extra_body: { vendor: { image_config: { image_size: "16x16" } } }
  })
)

const countPictures = Effect.flatMap(AssetLibrary, ({ list }) =>
  Effect.map(list({ Filter: { GroupId: "generated-images" } }), ({ TotalCount }) => TotalCount)
)

describe("Engines", () => {
  it.effect("answer every operation without a network", () =>
    Effect.gen(function* () {
      const [embedder, reranker, videos, transcriber] = yield* Effect.all([
        Embedder,
        Reranker,
        VideoOrders,
        Transcriber
      ])
      yield* draw
      assert.strictEqual(yield* countPictures, 1)
      assert.lengthOf((yield* embedder.embed({ model, input: "fox" })).data, 1)
      assert.lengthOf((yield* reranker.rerank({ model, query: "fox", documents: ["fox"] })).results, 1)
      assert.propertyVal(yield* videos.place({ model }), "status", "accepted")
      assert.strictEqual((yield* Effect.flip(transcriber.result("unknown")))._tag, "TranscriptionNotFound")
    }).pipe(Effect.provide(Engines.layer()), Effect.provide(withoutNetwork))
  )

  it.effect("remember as long as their layer lasts", () =>
    Effect.gen(function* () {
      const engines = Layer.provide(Engines.layer(), withoutNetwork)
      yield* Effect.provide(draw, engines)
      assert.strictEqual(yield* Effect.provide(countPictures, engines), 0)
    })
  )

  it.effect("share a state that is provided to them", () =>
    Effect.gen(function* () {
      const engines = Layer.provide(Engines.services(), withoutNetwork)
      yield* Effect.provide(draw, engines)
      assert.strictEqual(yield* Effect.provide(countPictures, engines), 1)
    }).pipe(Effect.provide(EngineState.memory))
  )
})
