import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { listAssets } from "../schemas/Asset.js"
import { generateChatImage } from "../schemas/ChatImage.js"
import { createEmbeddings } from "../schemas/Embedding.js"
import { successCode } from "../schemas/Envelope.js"
import type { GatewayError } from "../schemas/GatewayError.js"
import type { ImageNotReturned } from "../schemas/ImageNotReturned.js"
import { writeChatReply } from "../schemas/images/chatReply.js"
import type { WholeReply } from "../schemas/images/ImageReply.js"
import { writeNativeReply } from "../schemas/images/nativeReply.js"
import { generateNativeImage } from "../schemas/NativeImage.js"
import type { Ranking, RerankResponse } from "../schemas/Rerank.js"
import { rerankDocuments } from "../schemas/Rerank.js"
import { queryTranscription, submitTranscription } from "../schemas/Transcription.js"
import { orderVideo } from "../schemas/VideoOrder.js"
import { AssetLibrary } from "../services/AssetLibrary.js"
import { Embedder } from "../services/Embedder.js"
import { ImageGenerator } from "../services/ImageGenerator.js"
import { Reranker } from "../services/Reranker.js"
import { Transcriber } from "../services/Transcriber.js"
import { VideoOrders } from "../services/VideoOrders.js"
import { bind } from "./Binding.js"

/** Every operation, bound to the service that answers it; where the services run is the layers' to say. */
export const bindings = Effect.gen(function* () {
  const transcriber = yield* Transcriber
  const images = yield* ImageGenerator
  const assets = yield* AssetLibrary
  const embedder = yield* Embedder
  const reranker = yield* Reranker
  const videos = yield* VideoOrders
  return [
    bind(submitTranscription, transcriber.submit),
    bind(queryTranscription, ({ id }, traceId) =>
      Effect.map(transcriber.result(id), (data) => ({ code: successCode, msg: "success", data, traceId }))
    ),
    bind(generateChatImage, (request, traceId) =>
      Effect.zipWith(whatCame(images.chat(request)), Clock.currentTimeMillis, (reply, now) =>
        writeChatReply(reply, { id: traceId, model: request.model, created: Math.floor(now / 1000) })
      )
    ),
    bind(generateNativeImage, (request) => Effect.map(whatCame(images.native(request)), writeNativeReply)),
    bind(listAssets, assets.list),
    bind(createEmbeddings, embedder.embed),
    bind(rerankDocuments, (request, traceId) =>
      Effect.map(reranker.rerank(request), (ranking) => rerankReply(ranking, traceId))
    ),
    bind(orderVideo, videos.place)
  ]
})

/**
 * A reply that holds less than each image whole goes on with what it has, its text and its usage: the order was answered,
 * and only the caller may judge it. Where an image was lost the text says so; where none is left there is nothing to hand
 * on but the failure.
 */
const whatCame = <A extends WholeReply>(
  reply: Effect.Effect<A, GatewayError | ImageNotReturned>
): Effect.Effect<WholeReply, GatewayError | ImageNotReturned> =>
  Effect.catchIf(
    reply,
    (error): error is ImageNotReturned =>
      error._tag === "ImageNotReturned" && (error.problem === "absent" || error.intact.length > 0),
    ({ finishReason, intact: images, problem, text, usage }) => {
      const lines = problem === "absent" ? [text] : [text, lostImage]
      return Effect.succeed({ images, text: lines.filter((line) => line !== "").join("\n\n"), usage, finishReason })
    }
  )

const lostImage = "(an image of this reply could not be read)"

const rerankReply = ({ id, meta, results }: Ranking, traceId: string): RerankResponse => ({
  id: id ?? traceId,
  results: results.map(({ index, relevance_score, returned }) => ({ index, relevance_score, document: returned })),
  meta: meta ?? {}
})
