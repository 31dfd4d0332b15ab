import * as Option from "effect/Option"
import type { ChatImageResponse } from "../ChatImage.js"
import { usageOfChatImage } from "../ChatImage.js"
import { noUsage } from "../Usage.js"
import { dataUri, imageFromBase64 } from "./base64.js"
import type { ImageReply, WholeReply } from "./ImageReply.js"
import type { DataImage } from "./markdownImages.js"
import { markdownImages } from "./markdownImages.js"

/** Reads the images, and the text around them, out of every choice's `message.content` (specification 4). */
export const readChatReply = (reply: ChatImageResponse): ImageReply => {
  const { choices } = reply
  const contents = choices.map(({ message }) => markdownImages(message?.content ?? ""))
  return {
    images: contents.flatMap(({ images }) => images.map(readImage)),
    text: contents
      .map(({ around }) => textOf(around))
      .filter((text) => text !== "")
      .join("\n\n"),
    usage: usageOfChatImage(reply) ?? noUsage,
    finishReason: choices.find(({ finish_reason }) => finish_reason !== undefined)?.finish_reason
  }
}

/** Writes images as the reply of one choice, each as a Markdown inline image below the text (specification 4). */
export const writeChatReply = (
  { finishReason = "stop", images, text, usage }: WholeReply,
  about: { readonly id: string; readonly model: string; readonly created: number }
): ChatImageResponse => ({
  ...about,
  object: "chat.completion",
  choices: [
    {
      index: 0,
      message: {
        role: "assistant",
        content: [text, ...images.map((image) => `![image](${dataUri(image)})`)]
          .filter((part) => part !== "")
          .join("\n\n")
      },
      finish_reason: finishReason
    }
  ],
  usage: {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.totalTokens
  }
})

const readImage = ({ closed, data, parameters }: DataImage) =>
  closed && /;\s*base64\s*$/i.test(parameters) ? imageFromBase64(data) : Option.none()

/** A data URI outside of an image, such as in HTML. */
const dataUris = /data:[\w.+/;=-]*,[^\s()"'<>]*/gi

/** The text around the images. Beside one that was read it holds no other's bytes; alone, it stays as it came. */
const textOf = (around: ReadonlyArray<string>): string =>
  (around.length > 1 ? around.map((text) => text.replace(dataUris, "<data>")) : around)
    .join("")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
