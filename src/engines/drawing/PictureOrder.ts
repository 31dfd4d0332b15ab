import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { ChatImageRequest } from "../../schemas/ChatImage.js"
import { generateChatImage } from "../../schemas/ChatImage.js"
import type { GatewayBadRequest } from "../../schemas/GatewayError.js"
import type { NativeImageRequest } from "../../schemas/NativeImage.js"
import { generateNativeImage } from "../../schemas/NativeImage.js"
import type * as Operation from "../../schemas/Operation.js"
import type { PictureSize, PictureSizeOptions, PictureSizeProblem } from "../picture/PictureSize.js"
import { pictureSize } from "../picture/PictureSize.js"
import { refuse } from "../refuse.js"

/** What both request styles order. */
export interface PictureOrder {
  readonly prompt: string
  readonly size: PictureSize
  /** Whether text is wanted beside the picture. */
  readonly withText: boolean
  readonly finishReason: string
}

/** The order in a chat (specification 4): the last message of the user is the prompt. */
export const chatOrder = ({
  extra_body,
  messages
}: ChatImageRequest): Effect.Effect<PictureOrder, GatewayBadRequest> => {
  const last = messages.filter(({ role }) => role === "user").at(-1)
  if (last === undefined) {
    return refuse(generateChatImage, "messages", "must hold a message of the role user, the prompt")
  }
  const config = extra_body?.vendor.image_config
  const options = { aspectRatio: config?.aspect_ratio, imageSize: config?.image_size }
  return Effect.map(sizeOf(generateChatImage, options, chatFields), (size) => ({
    prompt: last.content,
    size,
    withText: true,
    finishReason: "stop"
  }))
}

/** The order in the native style (specification 5): the text of the user's last content is the prompt. */
export const nativeOrder = ({
  contents,
  generationConfig
}: NativeImageRequest): Effect.Effect<PictureOrder, GatewayBadRequest> => {
  const last = contents.filter(({ role = "user" }) => role === "user").at(-1)
  if (last === undefined) {
    return refuse(generateNativeImage, "contents", "must hold a content of the role user, the prompt")
  }
  const { imageConfig, responseModalities = ["TEXT", "IMAGE"] } = generationConfig ?? {}
  if (!responseModalities.includes("IMAGE")) {
    const problem = "must name IMAGE or be left out, for the engine makes images only"
    return refuse(generateNativeImage, "generationConfig.responseModalities", problem)
  }
  return Effect.map(sizeOf(generateNativeImage, imageConfig ?? {}, nativeFields), (size) => ({
    prompt: last.parts.map(({ text }) => text).join("\n"),
    size,
    withText: responseModalities.includes("TEXT"),
    finishReason: "STOP"
  }))
}

type FieldPaths = Readonly<Record<PictureSizeProblem["field"], string>>

const chatFields: FieldPaths = {
  aspectRatio: "extra_body.vendor.image_config.aspect_ratio",
  imageSize: "extra_body.vendor.image_config.image_size"
}

const nativeFields: FieldPaths = {
  aspectRatio: "generationConfig.imageConfig.aspectRatio",
  imageSize: "generationConfig.imageConfig.imageSize"
}

const sizeOf = (
  operation: Operation.Any,
  options: PictureSizeOptions,
  paths: FieldPaths
): Effect.Effect<PictureSize, GatewayBadRequest> =>
  Either.match(pictureSize(options), {
    onLeft: ({ field, message }) => refuse(operation, paths[field], `is refused: ${message}`),
    onRight: Effect.succeed
  })
