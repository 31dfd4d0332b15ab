import type * as Layer from "effect/Layer"
import type { VideoOrder } from "../schemas/VideoOrder.js"
import { orderVideo } from "../schemas/VideoOrder.js"
import { VideoOrders } from "../services/VideoOrders.js"
import type { Answer } from "./Answer.js"
import { settle } from "./Answer.js"
import type { Calls } from "./Calls.js"
import { fake } from "./fake.js"

/** What a reply can hold. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [field: string]: Json }

/** The reply to an order. */
export type ReplyTo = (order: VideoOrder) => Answer<Json>

/**
 * Video orders that are answered with the replies it is given. The specification shows no reply: by default it is
 * `{ id, status: "accepted" }` with the ids `video-1`, `video-2` and so on.
 *
 * @example
 * FakeVideoOrders.layer(({ prompt = "" }) => ({ task: `task-of-${prompt}` }))
 */
export const layer = (replyTo?: ReplyTo): Layer.Layer<VideoOrders | Calls> =>
  fake(VideoOrders, (noted) => {
    const reply = replyTo ?? numbered()
    return VideoOrders.make(
      noted(
        orderVideo,
        (request) => ({ service: "VideoOrders", method: "place", request }),
        (order) => settle(reply(order))
      )
    )
  })

const numbered = (): ReplyTo => {
  let last = 0
  return () => ({ id: `video-${++last}`, status: "accepted" })
}
