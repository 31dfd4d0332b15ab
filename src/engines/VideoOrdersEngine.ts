import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { orderVideo } from "../schemas/VideoOrder.js"
import { VideoOrders } from "../services/VideoOrders.js"
import { answering } from "./answering.js"
import { randomId } from "./randomId.js"
import { EngineState } from "./state/EngineState.js"

/**
 * Keeps video orders (specification 9); no video is made. The specification shows no reply: the engine's own is
 * `{ id, status: "accepted" }`.
 */
export const layer: Layer.Layer<VideoOrders, never, EngineState> = Layer.effect(
  VideoOrders,
  Effect.map(EngineState, ({ orders }) =>
    VideoOrders.make(
      answering(orderVideo)((order) =>
        Effect.gen(function* () {
          const id = yield* randomId
          yield* orders.keep(id, { id, acceptedAt: yield* Clock.currentTimeMillis, order })
          return { id, status: "accepted" }
        })
      )
    )
  )
)
