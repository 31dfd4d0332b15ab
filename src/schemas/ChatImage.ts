import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { AspectRatio } from "./AspectRatio.js"
import { chatImage } from "./examples/images.js"
import { filled } from "./filled.js"
import { handedOn } from "./handedOn.js"
import * as Operation from "./Operation.js"
import * as Safety from "./Safety.js"
import { strict } from "./strict.js"
import type { Usage } from "./Usage.js"
import { usageOf } from "./Usage.js"

/** Specification 4, an element of `messages`. */
export const ChatMessage = Schema.Struct({
  role: Schema.NonEmptyString,
  content: Schema.String
}).annotations({ identifier: "ChatMessage" })
export interface ChatMessage extends Schema.Schema.Type<typeof ChatMessage> {}

/** Specification 4, `extra_body`. `image_size` is a label of the caller's: its values are not shown. */
export const ChatImageOptions = Schema.Struct({
  vendor: Schema.Struct({
    image_config: Schema.Struct({
      aspect_ratio: Schema.optional(AspectRatio),
      image_size: Schema.optional(Schema.String)
    })
  })
}).annotations({ identifier: "ChatImageOptions" })
export interface ChatImageOptions extends Schema.Schema.Type<typeof ChatImageOptions> {}

const NotStreamed = Schema.Boolean.pipe(
  Schema.filter((stream) => !stream, {
    description: "false, for the specification does not show a streamed reply",
    jsonSchema: { const: false },
    arbitrary: () => (fc) => fc.constant(false)
  })
)

/** Specification 4. An image order as a chat. `stream` is sent as false: a streamed reply is not shown. */
export const ChatImageRequest = strict(
  Schema.Struct({
    model: Schema.NonEmptyString,
    stream: Schema.optionalWith(NotStreamed, { default: () => false }),
    messages: filled(ChatMessage),
    extra_body: Schema.optional(ChatImageOptions)
  })
).annotations({ identifier: "ChatImageRequest" })
export interface ChatImageRequest extends Schema.Schema.Type<typeof ChatImageRequest> {}

const text = handedOn(Schema.String)
const count = handedOn(Schema.Int)

/** The texts of a content that came in parts, as a chat's content may. */
const textOfParts = (content: unknown): string =>
  (Array.isArray(content) ? content : [])
    .flatMap((part: unknown) =>
      Predicate.hasProperty(part, "text") && Predicate.isString(part.text) ? [part.text] : []
    )
    .join("\n\n")

const Content = Schema.String.annotations({ decodingFallback: ({ actual }) => Either.right(textOfParts(actual)) })

/**
 * Specification 4, an element of `choices`. A `content` in parts reads as the texts of its parts, any other that is no
 * text as an empty one: a paid image in one choice is not lost by what stands in another.
 */
export const ChatChoice = Schema.Struct({
  index: count,
  message: handedOn(
    Schema.Struct({
      role: text,
      content: Schema.optionalWith(Content, { nullable: true, default: () => "" })
    })
  ),
  finish_reason: text
}).annotations({ identifier: "ChatChoice" })
export interface ChatChoice extends Schema.Schema.Type<typeof ChatChoice> {}

const Choices = Schema.transform(Schema.NullOr(Schema.Array(ChatChoice)), Schema.typeSchema(Schema.Array(ChatChoice)), {
  strict: true,
  decode: (choices) => choices ?? [],
  encode: (choices) => choices
})

/** Specification 4. The image stands in `message.content` as a Markdown inline image with a base64 data URI. */
export const ChatImageResponse = Schema.Struct({
  id: text,
  model: text,
  object: text,
  created: count.annotations({ description: "Unix time, in seconds." }),
  choices: Choices,
  usage: handedOn(Schema.Struct({ prompt_tokens: count, completion_tokens: count, total_tokens: count }))
}).annotations({ identifier: "ChatImageResponse" })
export interface ChatImageResponse extends Schema.Schema.Type<typeof ChatImageResponse> {}

/** What a reply used, where it says so. */
export const usageOfChatImage = ({ usage }: ChatImageResponse): Usage | undefined =>
  usageOf(usage?.prompt_tokens, usage?.completion_tokens, usage?.total_tokens)

/** Specification 4. Orders images in the chat-completions style. */
export const generateChatImage = Operation.post("generateChatImage", "/v1/chat/completions", {
  request: ChatImageRequest,
  response: ChatImageResponse,
  safety: Safety.order,
  usage: usageOfChatImage,
  documentation: {
    summary: "Generate an image, chat style",
    description:
      "Orders images by a chat. The image comes back in `message.content` as a Markdown inline image with a base64 data URI. " +
      "Each accepted request costs money: do not repeat one on a guess. The allowed values of `aspect_ratio` and " +
      "`image_size` are not shown: those of the example are illustrative.",
    example: chatImage
  }
})
