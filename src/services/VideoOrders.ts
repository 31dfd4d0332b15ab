import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ParseResult from "effect/ParseResult"
import type * as Schema from "effect/Schema"
import { mapTexts } from "../schemas/errors/excerpt.js"
import { fieldIssues } from "../schemas/FieldIssue.js"
import type { GatewayError } from "../schemas/GatewayError.js"
import type { VideoOrder } from "../schemas/VideoOrder.js"
import { orderVideo } from "../schemas/VideoOrder.js"
import { VideoReplyUnreadable } from "../schemas/VideoReplyUnreadable.js"
import { callFacts } from "./client/lastCall.js"
import type { Redaction } from "./client/redact.js"
import { keyless } from "./client/redact.js"
import { GatewayClient } from "./GatewayClient.js"

/** One call of the video order (specification 9); gives the reply as the JSON that came. */
export type OrderVideo = (order: typeof VideoOrder.Encoded) => Effect.Effect<unknown, GatewayError>

/** Orders videos (specification 9). Each accepted order costs money, and none is sent twice on a guess. */
export class VideoOrders extends Context.Tag("effect-model-gateway/VideoOrders")<
  VideoOrders,
  {
    /** Places an order. The reply is not shown by the specification: it is handed over as the JSON that came. */
    readonly place: OrderVideo
    /** Places an order and reads its reply by a schema of the caller's. A reply that does not fit is not lost. */
    readonly placeAs: <A, I>(
      reply: Schema.Schema<A, I>
    ) => (order: typeof VideoOrder.Encoded) => Effect.Effect<A, GatewayError | VideoReplyUnreadable>
  }
>() {
  /** Video orders over the operation, wherever it runs. */
  static readonly make = (place: OrderVideo, redaction: Redaction = keyless): typeof VideoOrders.Service =>
    VideoOrders.of({
      place,
      placeAs: (schema) => (order) =>
        Effect.flatMap(place(order), (reply) =>
          Effect.catchAll(ParseResult.decodeUnknown(schema)(reply), (issue) =>
            Effect.flatMap(callFacts, (facts) => {
              const issues = fieldIssues(ParseResult.parseError(issue), redaction.text)
              const shown = mapTexts(redaction.withoutKey)(reply)
              return new VideoReplyUnreadable({ operation: orderVideo.name, ...facts, issues, reply: shown })
            })
          )
        )
    })

  /** Over HTTP. */
  static readonly layer: Layer.Layer<VideoOrders, never, GatewayClient> = Layer.effect(
    VideoOrders,
    Effect.map(GatewayClient, ({ execute, redaction }) => VideoOrders.make(execute(orderVideo), redaction))
  )
}
