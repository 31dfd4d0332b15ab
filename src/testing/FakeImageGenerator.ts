import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { generateChatImage } from "../schemas/ChatImage.js"
import type { GatewayError } from "../schemas/GatewayError.js"
import { GeneratedImage } from "../schemas/GeneratedImages.js"
import { writeChatReply } from "../schemas/images/chatReply.js"
import type { WholeReply } from "../schemas/images/ImageReply.js"
import { writeNativeReply } from "../schemas/images/nativeReply.js"
import { generateNativeImage } from "../schemas/NativeImage.js"
import { ImageGenerator } from "../services/ImageGenerator.js"
import type { Answer } from "./Answer.js"
import { settle } from "./Answer.js"
import type { Calls } from "./Calls.js"
import { fake } from "./fake.js"
import { words } from "./words.js"

/** What is drawn of a prompt: an image, or the text that comes instead of one, which is an `ImageNotReturned`. */
export type Draw = (prompt: string) => Answer<GeneratedImage | string>

/** A whole PNG of one black pixel. */
export const tinyPng: GeneratedImage = Schema.decodeSync(GeneratedImage)({
  bytes: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNgAAAAAgAB5Sfe/AAAAABJRU5ErkJggg==",
  mimeType: "image/png"
})

/**
 * An image generator that answers with the images it is given, in either request style; by default with `tinyPng`. The
 * prompt is all text of the request, a line for each message or part. The replies are written and read as on the wire, so
 * the media type of an image is the one that its bytes show. Usage: the words of the prompt, and 1 for an answer.
 *
 * @example
 * FakeImageGenerator.layer((prompt) => (prompt.includes("cat") ? "I draw no cats." : FakeImageGenerator.tinyPng))
 */
export const layer = (draw: Draw = () => tinyPng): Layer.Layer<ImageGenerator | Calls> =>
  fake(ImageGenerator, (noted) =>
    ImageGenerator.make({
      chat: noted(
        generateChatImage,
        (request) => ({ service: "ImageGenerator", method: "chat", request }),
        ({ messages, model }) => {
          const texts = messages.map(({ content }) => content)
          return Effect.map(drawn(draw, texts), (reply) => writeChatReply(reply, { id: "fake", model, created: 0 }))
        }
      ),
      native: noted(
        generateNativeImage,
        (request) => ({ service: "ImageGenerator", method: "native", request }),
        ({ contents }) => {
          const texts = contents.flatMap(({ parts }) => parts.map(({ text }) => text))
          return Effect.map(drawn(draw, texts), writeNativeReply)
        }
      )
    })
  )

const drawn = (draw: Draw, texts: ReadonlyArray<string>): Effect.Effect<WholeReply, GatewayError> => {
  const prompt = texts.join("\n")
  return Effect.map(settle(draw(prompt)), (answer) => {
    const inputTokens = words(prompt).length
    return {
      ...(typeof answer === "string" ? { images: [], text: answer } : { images: [answer], text: "" }),
      usage: { inputTokens, outputTokens: 1, totalTokens: inputTokens + 1 }
    }
  })
}
