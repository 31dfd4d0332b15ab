import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option, Schema, TestClock } from "effect"
import { VideoOrders } from "effect-model-gateway"
import { EngineState, VideoOrdersEngine } from "effect-model-gateway/engines"

const Accepted = Schema.Struct({ id: Schema.String, status: Schema.Literal("accepted") })

it.layer(Layer.provideMerge(VideoOrdersEngine.layer, EngineState.memory))("VideoOrdersEngine", (it) => {
  it.effect("keeps an order under the id that it answers with", () =>
    Effect.gen(function* () {
      const { placeAs } = yield* VideoOrders
      const { orders } = yield* EngineState
      const order = { model: "any-model", prompt: "a red fox", duration: 5, voiceList: [{ voiceId: "calm" }] }
      const one = yield* placeAs(Accepted)(order)
      yield* TestClock.adjust("1 minute")
      const other = yield* placeAs(Accepted)({ ...order, seed: 1 })
      assert.match(one.id, /^[0-9a-f]{32}$/)
      const kept = [
        { id: one.id, acceptedAt: 0, order },
        { id: other.id, acceptedAt: 60_000, order: { ...order, seed: 1 } }
      ]
      assert.deepStrictEqual(Option.getOrNull(yield* orders.get(one.id)), kept[0])
      assert.deepStrictEqual(yield* orders.all, kept)
      assert.deepStrictEqual(yield* orders.newest(1), kept.slice(1))
      assert.deepStrictEqual(yield* orders.newest(3), kept.reverse())
      assert.notStrictEqual(one.id, other.id)
    })
  )

  it.effect("keeps no order that does not fit", () =>
    Effect.gen(function* () {
      const { place } = yield* VideoOrders
      const { orders } = yield* EngineState
      const before = yield* orders.all
      const error = yield* Effect.flip(place({ model: "", duration: 0.5 }))
      assert(error._tag === "GatewayInvalidRequest")
      assert.deepStrictEqual(
        error.issues.map(({ path }) => path),
        ["model", "duration"]
      )
      assert.deepStrictEqual(yield* orders.all, before)
    })
  )
})
