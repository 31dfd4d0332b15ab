import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { GatewayError } from "../../schemas/GatewayError.js"
import { orderVideo, VideoOrder } from "../../schemas/VideoOrder.js"
import { VideoOrders } from "../../services/VideoOrders.js"
import { step } from "../../steps/Step.js"
import { pipeline } from "../Pipeline.js"
import { oneCall } from "./plannedCalls.js"

/** Orders a video; the reply is the JSON that came (specification 9). */
export const video = pipeline({
  name: "video",
  input: VideoOrder,
  success: Schema.Unknown,
  error: GatewayError,
  run: (order) =>
    Effect.flatMap(VideoOrders, (orders) => orders.place(order)).pipe(
      step("order", { success: Schema.Unknown, error: GatewayError, safety: orderVideo.safety._tag })
    ),
  calls: (order) => oneCall(orderVideo, order)
})
