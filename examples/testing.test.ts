/** A job of one's own, tested with fakes of the services, and against a running gateway. `npx vitest run` runs it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { GatewayUnavailable, Reranker, VideoOrders } from "effect-model-gateway"
import { Calls, Fakes, GatewayServer } from "effect-model-gateway/testing"

/** The job: orders a video of the scene that fits a topic best. */
const orderBestScene = (topic: string, scenes: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const reranker = yield* Reranker
    const videos = yield* VideoOrders
    const { results } = yield* reranker.rerank({ model: "rerank", query: topic, documents: scenes, top_n: 1 })
    const prompt = results[0]?.document ?? topic
    const { id } = yield* videos.placeAs(Schema.Struct({ id: Schema.String }))({ model: "video", prompt })
    return { id, prompt }
  })

const scenes = ["a fox in the snow", "a lighthouse at dusk"]

describe("with fakes", () => {
  it.effect("orders the best scene, and orders it once", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* orderBestScene("the sea", scenes), { id: "task-1", prompt: "a lighthouse at dusk" })
      const { to } = yield* Calls
      assert.deepStrictEqual(yield* to("VideoOrders"), [
        { service: "VideoOrders", method: "place", request: { model: "video", prompt: "a lighthouse at dusk" } }
      ])
    }).pipe(
      Effect.provide(
        Fakes.layer({
          scoreOf: (_, scene) => (scene.includes("lighthouse") ? 0.9 : 0.1),
          replyTo: () => ({ id: "task-1" })
        })
      )
    )
  )

  it.effect("orders nothing where the scenes could not be ranked", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(orderBestScene("the sea", scenes))
      assert.strictEqual(error._tag, "GatewayUnavailable")
      const { to } = yield* Calls
      assert.isEmpty(yield* to("VideoOrders"))
    }).pipe(
      Effect.provide(
        Fakes.layer({ scoreOf: () => new GatewayUnavailable({ operation: "rerankDocuments", attempts: 3 }) })
      )
    )
  )
})

it.layer(GatewayServer.layerTest())("against a running gateway", (it) => {
  it.effect("orders the best scene", () =>
    Effect.gen(function* () {
      const { id, prompt } = yield* orderBestScene("a lighthouse", scenes)
      assert.strictEqual(prompt, "a lighthouse at dusk")
      assert.isNotEmpty(id)
    })
  )
})
