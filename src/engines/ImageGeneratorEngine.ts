import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { generateChatImage } from "../schemas/ChatImage.js"
import type { GeneratedImage, GeneratedImages } from "../schemas/GeneratedImages.js"
import { generateNativeImage } from "../schemas/NativeImage.js"
import { ImageGenerator } from "../services/ImageGenerator.js"
import { answering } from "./answering.js"
import { assetName } from "./drawing/assetName.js"
import type { PictureOrder } from "./drawing/PictureOrder.js"
import { chatOrder, nativeOrder } from "./drawing/PictureOrder.js"
import { drawPicture } from "./picture/drawPicture.js"
import { randomId } from "./randomId.js"
import { EngineState } from "./state/EngineState.js"
import type { NotKept } from "./state/NotKept.js"
import { words } from "./words/words.js"

/** Options of the image engine. */
export interface Options {
  /** The `GroupId` that pictures are listed under in the asset library. Default: `generated-images`. */
  readonly assetGroup?: string | undefined
}

/**
 * Draws pictures from prompts, in either request style (specification 4 and 5). A drawing and no model: words for colours,
 * light and subjects decide, the hash of the prompt does the rest, and the same prompt gives the same PNG. Each picture
 * becomes an asset. Usage: the words of the prompt, and 1 for the picture. Any model name is taken.
 */
export const layer = ({
  assetGroup = "generated-images"
}: Options = {}): Layer.Layer<ImageGenerator, never, EngineState> =>
  Layer.effect(
    ImageGenerator,
    Effect.map(EngineState, (state) => {
      const draw = drawInto(state, assetGroup)
      return ImageGenerator.of({
        chat: answering(generateChatImage)((request) => Effect.flatMap(chatOrder(request), draw)),
        native: answering(generateNativeImage)((request) => Effect.flatMap(nativeOrder(request), draw))
      })
    })
  )

const drawInto =
  (state: typeof EngineState.Service, groupId: string) =>
  ({ finishReason, prompt, size, withText }: PictureOrder): Effect.Effect<GeneratedImages, NotKept> =>
    Effect.gen(function* () {
      // The largest picture takes a second of work: let whoever waits go first.
      yield* Effect.yieldNow()
      const image: GeneratedImage = { bytes: drawPicture(prompt, size), mimeType: "image/png" }
      const id = yield* randomId
      const createdAt = yield* Clock.currentTimeMillis
      // First the file, so that a listed asset always has one.
      yield* state.files.keep(id, image)
      yield* state.assets.keep(id, { id, groupId, name: assetName(prompt), type: "image", createdAt })
      const inputTokens = words(prompt).length
      return {
        images: [image],
        text: withText ? `A picture of ${size.width} x ${size.height} pixels, drawn from the prompt.` : "",
        usage: { inputTokens, outputTokens: 1, totalTokens: inputTokens + 1 },
        finishReason
      }
    })
