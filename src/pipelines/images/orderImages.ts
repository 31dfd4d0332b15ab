import * as Effect from "effect/Effect"
import type { GatewayError } from "../../schemas/GatewayError.js"
import type { GeneratedImages } from "../../schemas/GeneratedImages.js"
import type { ImageNotReturned } from "../../schemas/ImageNotReturned.js"
import { ImageGenerator } from "../../services/ImageGenerator.js"
import type { ImageAssetsRequest } from "./ImageAssets.js"

/** What an order says of its image, besides the prompt. */
export type ImageWish = Pick<ImageAssetsRequest, "aspectRatio" | "imageSize" | "model" | "style">

/** Orders the image of a prompt in the style that the request asks for. */
export const orderImages = (
  wish: ImageWish,
  prompt: string
): Effect.Effect<GeneratedImages, GatewayError | ImageNotReturned, ImageGenerator> =>
  Effect.flatMap(ImageGenerator, (images) =>
    wish.style === "chat" ? images.chat(chatRequest(wish, prompt)) : images.native(nativeRequest(wish, prompt))
  )

/** The request for the image of a prompt in the style of chat completions (specification 4). */
export const chatRequest = ({ aspectRatio, imageSize, model }: ImageWish, prompt: string) => {
  const config = { aspect_ratio: aspectRatio, image_size: imageSize }
  return {
    model,
    messages: [{ role: "user", content: prompt }] as const,
    extra_body: isShaped(aspectRatio, imageSize) ? { vendor: { image_config: config } } : undefined
  }
}

/** The request for the image of a prompt in the native style (specification 5). */
export const nativeRequest = ({ aspectRatio, imageSize, model }: ImageWish, prompt: string) => {
  const imageConfig = isShaped(aspectRatio, imageSize) ? { aspectRatio, imageSize } : undefined
  return {
    model,
    contents: [{ role: "user", parts: [{ text: prompt }] }] as const,
    generationConfig: { responseModalities: ["TEXT", "IMAGE"], imageConfig }
  }
}

const isShaped = (...shape: ReadonlyArray<string | undefined>): boolean => shape.some((one) => one !== undefined)
