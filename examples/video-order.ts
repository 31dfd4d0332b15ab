/** Specification 9: orders a video. The reply is not shown, so it is read by a schema that we give. */
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Schema } from "effect"
import { VideoOrders } from "effect-model-gateway"
import { gateway } from "./support/gateway.js"
import { settings } from "./support/settings.js"

/** What our gateway answers; this is the embedded one's. */
const Accepted = Schema.Struct({ id: Schema.String, status: Schema.String })

const program = Effect.gen(function* () {
  const videos = yield* VideoOrders
  const { videoModel } = yield* settings
  const order = { model: videoModel, prompt: "A harbour at dawn", duration: 5, aspectRatio: "16:9", seed: 7 }
  const accepted = yield* videos
    .placeAs(Accepted)(order)
    .pipe(
      // The order was accepted all the same: its reply is not lost.
      Effect.tapErrorTag("VideoReplyUnreadable", ({ reply }) => Console.error(reply))
    )
  yield* Console.log(`order ${accepted.id}: ${accepted.status}`)
})

NodeRuntime.runMain(Effect.provide(program, gateway))
