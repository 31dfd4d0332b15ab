import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import type { NativeImageResponse } from "../NativeImage.js"
import { usageOfNativeImage } from "../NativeImage.js"
import { noUsage } from "../Usage.js"
import { imageFromBase64 } from "./base64.js"
import type { ImageReply, WholeReply } from "./ImageReply.js"

/** A part of a native reply: an object whose fields the specification does not show. */
export type NativePart = Readonly<Record<string, unknown>>

/** Finds the base64 text of an image in a part; none where the part holds no image. */
export type ReadInlineData = (part: NativePart) => Option.Option<string>

/**
 * Reads `inlineData.data` or `inline_data.data`. The specification shows only that parts are objects; this is what the
 * package looks for unless `ImageReading` says otherwise.
 */
export const inlineData: ReadInlineData = (part) => {
  const holder = part.inlineData ?? part.inline_data
  return Predicate.isReadonlyRecord(holder)
    ? Option.some(typeof holder.data === "string" ? holder.data : "")
    : Option.none()
}

/** Reads the images, and the text around them, out of every candidate's parts (specification 5). */
export const readNativeReply = (reply: NativeImageResponse, read: ReadInlineData = inlineData): ImageReply => {
  const { candidates } = reply
  const parts = candidates.flatMap(({ content }) => content?.parts ?? [])
  return {
    images: parts.flatMap((part) => Option.toArray(Option.map(read(part), imageFromBase64))),
    text: parts
      .flatMap(({ text }) => (typeof text === "string" ? [text.trim()] : []))
      .join("\n\n")
      .trim(),
    usage: usageOfNativeImage(reply) ?? noUsage,
    finishReason: candidates.find(({ finishReason }) => finishReason !== undefined)?.finishReason
  }
}

/** Writes images as the reply of one candidate: a part for the text, then one with inline data for each image. */
export const writeNativeReply = ({ finishReason = "STOP", images, text, usage }: WholeReply): NativeImageResponse => ({
  candidates: [
    {
      content: {
        role: "model",
        parts: [
          ...(text === "" ? [] : [{ text }]),
          ...images.map(({ bytes, mimeType }) => ({ inlineData: { mimeType, data: Encoding.encodeBase64(bytes) } }))
        ]
      },
      finishReason,
      safetyRatings: []
    }
  ],
  usageMetadata: {
    promptTokenCount: usage.inputTokens,
    candidatesTokenCount: usage.outputTokens,
    totalTokenCount: usage.totalTokens
  }
})
