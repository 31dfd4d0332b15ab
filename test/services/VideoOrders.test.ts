import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { VideoOrders, VideoReplyUnreadable } from "effect-model-gateway"
import { fakeGateway, json, recorded, text } from "../support/fakeGateway.js"
import { videoOrder as order } from "../support/videoOrder.js"

const Placed = Schema.Struct({ taskId: Schema.String, state: Schema.Literal("queued", "done") })

describe("VideoOrders", () => {
  it.effect("sends every field as it is, and hands over the reply as it came", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([recorded("video-ordered.json")])
      const reply = yield* Effect.flatMap(VideoOrders, ({ place }) => place(order)).pipe(Effect.provide(gateway.layer))
      assert.deepStrictEqual(gateway.received[0]?.body, order)
      assert.deepStrictEqual(reply, { taskId: "video-5521", state: "queued" })
    })
  )

  it.effect.each([null, 5, "queued", [], {}, { code: "500", msg: "no" }])("hands over any JSON: %j", (reply) =>
    Effect.gen(function* () {
      const place = Effect.flatMap(VideoOrders, ({ place }) => place({ model: "director-1" }))
      assert.deepStrictEqual(yield* Effect.provide(place, fakeGateway([json(reply)]).layer), reply)
    })
  )

  it.effect.each([200, 201, 202, 204])("takes the status %i for an acceptance, and no reply for null", (status) =>
    Effect.gen(function* () {
      const place = Effect.flatMap(VideoOrders, ({ place }) => place({ model: "director-1" }))
      assert.isNull(yield* Effect.provide(place, fakeGateway([text(null, { status })]).layer))
      if (status === 204) return
      const reply = recorded("video-ordered.json", { status })
      assert.propertyVal(yield* Effect.provide(place, fakeGateway([reply]).layer), "taskId", "video-5521")
    })
  )

  it.effect("reads the reply by the caller's schema", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([recorded("video-ordered.json")])
      const placed = yield* Effect.flatMap(VideoOrders, ({ placeAs }) => placeAs(Placed)(order)).pipe(
        Effect.provide(gateway.layer)
      )
      assert.strictEqual(placed.taskId, "video-5521")
      assert.deepStrictEqual(gateway.received[0]?.body, order)
    })
  )

  it.effect("does not lose a reply that does not fit: the order is placed", () =>
    Effect.gen(function* () {
      const reply = { taskID: "video-5521", state: "lost" }
      const gateway = fakeGateway([json(reply)])
      const error = yield* Effect.flatMap(VideoOrders, ({ placeAs }) => placeAs(Placed)(order)).pipe(
        Effect.provide(gateway.layer),
        Effect.flip
      )
      assert.deepInclude(error, { _tag: "VideoReplyUnreadable", operation: "orderVideo", reply })
      assert.match(error.message, /was accepted, but its reply does not fit .*: taskId is missing; do not order again/)
      assert.lengthOf(gateway.received, 1)
      assert(Schema.is(VideoReplyUnreadable)(error))
      const written = yield* Schema.encode(VideoReplyUnreadable)(error)
      assert.propertyVal(yield* Schema.decode(VideoReplyUnreadable)(written), "message", error.message)
    })
  )
})
