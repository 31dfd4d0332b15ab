import * as Effect from "effect/Effect"
import type { GatewayError } from "../../schemas/GatewayError.js"
import type { GeneratedImages } from "../../schemas/GeneratedImages.js"
import type { ImageNotReturned } from "../../schemas/ImageNotReturned.js"
import { ImageGenerator } from "../../services/ImageGenerator.js"
import type { ImageAssetsRequest } from "./ImageAssets.js"

/** What an order says of its image, besides the prompt. */
type ImageWish = Pick<ImageAssetsRequest, "aspectRatio" | "imageSize" | "model" | "style">

/** Orders the image of a prompt in the style that the request asks for. */
export const orderImages = (
  { aspectRatio, imageSize, model, style }: ImageWish,
  prompt: string
): Effect.Effect<GeneratedImages, GatewayError | ImageNotReturned, ImageGenerator> => {
  const shaped = aspectRatio !== undefined || imageSize !== undefined
  const chatConfig = { aspect_ratio: aspectRatio, image_size: imageSize }
  const nativeConfig = shaped ? { aspectRatio, imageSize } : undefined
  return Effect.flatMap(ImageGenerator, (images) =>
    style === "chat"
      ? images.chat({
          model,
          messages: [{ role: "user", content: prompt }],
          extra_body: shaped ? { vendor: { image_config: chatConfig } } : undefined
        })
      : images.native({
          model,
          contents: [{ role: "user", parts: [{ text: prompt }] }],
          generationConfig: { responseModalities: ["TEXT", "IMAGE"], imageConfig: nativeConfig }
        })
  )
}
