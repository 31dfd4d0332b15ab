import * as Option from "effect/Option"
import type { ChatImageResponse } from "../ChatImage.js"
import { dataUri, imageFromBase64 } from "./base64.js"
import type { ImageReply, WholeReply } from "./ImageReply.js"
import { usageOf } from "./ImageReply.js"

/** The alternative text, which may hold brackets, but neither the start of another image nor the start of a target. */
const opening = String.raw`!\[(?:(?!!\[|\]\()[\s\S]){0,9999}\]\(`

const dataUriTarget = String.raw`\s*<?data:([^,()]*),([^()"'>]*)`

/** A title in quotes or parentheses, if any, and the end; whatever stands last may be cut off. */
const closing = String.raw`(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|\([^()]*(?:\)|$)|[^()"'])*(\)|$)`

/** A Markdown inline image whose target is a data URI. */
const inlineImage = new RegExp(opening + dataUriTarget + closing, "gi")

/** Reads the images, and the text around them, out of every choice's `message.content` (specification 4). */
export const readChatReply = ({ choices, usage }: ChatImageResponse): ImageReply => {
  const contents = choices.map(({ message }) => message.content)
  return {
    images: contents.flatMap((content) => [...content.matchAll(inlineImage)].map(readImage)),
    text: contents
      .map(withoutImages)
      .filter((text) => text !== "")
      .join("\n\n"),
    usage: usageOf(usage?.prompt_tokens, usage?.completion_tokens, usage?.total_tokens),
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

const readImage = ([, parameters = "", data = "", end]: RegExpMatchArray) =>
  end === ")" && /;\s*base64\s*$/i.test(parameters) ? imageFromBase64(data) : Option.none()

const withoutImages = (content: string): string =>
  content
    .replace(inlineImage, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
