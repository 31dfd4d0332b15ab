import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import type { ChatImageRequest, ChatImageResponse } from "../schemas/ChatImage.js"
import { generateChatImage } from "../schemas/ChatImage.js"
import type { GatewayError } from "../schemas/GatewayError.js"
import type { GeneratedImages } from "../schemas/GeneratedImages.js"
import { ImageNotReturned } from "../schemas/ImageNotReturned.js"
import { readChatReply } from "../schemas/images/chatReply.js"
import type { ImageReply } from "../schemas/images/ImageReply.js"
import { imagesOf } from "../schemas/images/ImageReply.js"
import { readNativeReply } from "../schemas/images/nativeReply.js"
import type { NativeImageRequest, NativeImageResponse } from "../schemas/NativeImage.js"
import { generateNativeImage } from "../schemas/NativeImage.js"
import type * as Operation from "../schemas/Operation.js"
import { callFacts } from "./client/lastCall.js"
import type { Redaction } from "./client/redact.js"
import { keyless } from "./client/redact.js"
import { GatewayClient } from "./GatewayClient.js"
import { ImageReading } from "./image/ImageReading.js"

/** The two operations that an image generator is made of (specification 4 and 5). */
export interface ImageCalls {
  readonly chat: (request: typeof ChatImageRequest.Encoded) => Effect.Effect<ChatImageResponse, GatewayError>
  readonly native: (request: typeof NativeImageRequest.Encoded) => Effect.Effect<NativeImageResponse, GatewayError>
}

/**
 * Orders images, in either of two request styles with one result (specification 4 and 5). Each accepted order costs
 * money, and none is sent twice on a guess.
 */
export class ImageGenerator extends Context.Tag("effect-model-gateway/ImageGenerator")<
  ImageGenerator,
  {
    /** In the chat-completions style. Unless each image is whole: an `ImageNotReturned` with text, usage and the intact ones. */
    readonly chat: (
      request: typeof ChatImageRequest.Encoded
    ) => Effect.Effect<GeneratedImages, GatewayError | ImageNotReturned>
    /** In the native content-generation style. */
    readonly native: (
      request: typeof NativeImageRequest.Encoded
    ) => Effect.Effect<GeneratedImages, GatewayError | ImageNotReturned>
  }
>() {
  /** An image generator over the two operations, wherever they run. */
  static readonly make = (
    { chat, native }: ImageCalls,
    redaction: Redaction = keyless
  ): typeof ImageGenerator.Service => {
    const whole = wholeOf(redaction)
    return ImageGenerator.of({
      chat: (request) => Effect.flatMap(chat(request), (reply) => whole(generateChatImage, readChatReply(reply))),
      native: (request) =>
        Effect.gen(function* () {
          const reply = yield* native(request)
          const { inlineData } = yield* ImageReading
          return yield* whole(generateNativeImage, readNativeReply(reply, inlineData))
        })
    })
  }

  /** Over HTTP. */
  static readonly layer: Layer.Layer<ImageGenerator, never, GatewayClient> = Layer.effect(
    ImageGenerator,
    Effect.map(GatewayClient, ({ execute, redaction }) =>
      ImageGenerator.make({ chat: execute(generateChatImage), native: execute(generateNativeImage) }, redaction)
    )
  )
}

const wholeOf =
  (redaction: Redaction) =>
  (operation: Operation.Any, reply: ImageReply): Effect.Effect<GeneratedImages, ImageNotReturned> =>
    Effect.flatMap(callFacts, (facts) =>
      Either.mapLeft(imagesOf(reply), (problem) => {
        const text = redaction.withoutKey(problem.text)
        const finishReason = problem.finishReason && redaction.text(problem.finishReason)
        return new ImageNotReturned({ operation: operation.name, ...facts, ...problem, text, finishReason })
      })
    )
