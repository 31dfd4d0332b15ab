import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { ChatImageOptions, ChatImageRequest, ChatMessage } from "../../schemas/ChatImage.js"
import { filled } from "../../schemas/filled.js"
import { strict } from "../../schemas/strict.js"
import { writeChunks } from "./chatChunks.js"
import { dialect, writeReply } from "./Dialect.js"
import { callerLabels, label, never, oneImage, only, onlyAs, onlyEmpty } from "./foreign.js"

interface TextPart {
  readonly type: "text"
  readonly text: string
}

const isTextPart = (part: unknown): part is TextPart =>
  Predicate.isReadonlyRecord(part) &&
  part.type === "text" &&
  Predicate.isString(part.text) &&
  Object.keys(part).length === 2

const isContent = (content: unknown): content is string | ReadonlyArray<TextPart> =>
  Predicate.isString(content) || (Array.isArray(content) && content.length > 0 && content.every(isTextPart))

const Content = Schema.Unknown.pipe(
  Schema.filter(isContent, {
    description: 'a string, or parts {type: "text", text}: image_url, input_audio and file parts are not taken'
  })
)

/** What a message of an earlier answer carries besides is taken where it is empty. */
const Message = Schema.Struct({
  ...ChatMessage.fields,
  content: Content,
  name: label,
  annotations: onlyEmpty,
  tool_calls: onlyEmpty
})

const limitOfText = only(Predicate.isNumber, "a number")

/**
 * Fields that turn nothing about a picture, each with the values that say so. A limit of tokens is one of text, and a
 * picture has none; how tools are chosen is nothing where there are none. A seed is refused: services take none.
 */
const settings = {
  n: oneImage,
  max_tokens: limitOfText,
  max_completion_tokens: limitOfText,
  seed: never("a picture is decided by its prompt, and no seed can be handed on"),
  temperature: onlyAs([1]),
  top_p: onlyAs([1]),
  frequency_penalty: onlyAs([0]),
  presence_penalty: onlyAs([0]),
  logprobs: onlyAs([false]),
  logit_bias: onlyEmpty,
  stop: onlyEmpty,
  tools: onlyEmpty,
  tool_choice: onlyAs(["none", "auto"]),
  parallel_tool_calls: onlyAs([true, false]),
  store: onlyAs([false], "false: nothing is stored"),
  service_tier: onlyAs(["auto", "default"]),
  prompt_cache_key: label,
  modalities: only(
    (given) =>
      Array.isArray(given) && given.includes("image") && given.every((one) => one === "image" || one === "text"),
    "image, or image and text: this operation makes images"
  ),
  response_format: only(
    (given) => Predicate.hasProperty(given, "type") && given.type === "text",
    '{type: "text"} or left out: images come as Markdown in a text'
  )
}

const Request = strict(
  Schema.Struct({
    ...ChatImageRequest.fields,
    ...callerLabels,
    ...settings,
    messages: filled(Message),
    stream: Schema.optional(Schema.Boolean),
    stream_options: Schema.optional(
      Schema.Struct({ include_usage: Schema.optional(Schema.Boolean), include_obfuscation: label })
    ),
    // Python's client spreads its `extra_body` over the body itself: what stands in it then stands here.
    vendor: Schema.optional(ChatImageOptions.fields.vendor)
  })
).pipe(
  Schema.filter(({ extra_body, vendor }) => extra_body === undefined || vendor === undefined, {
    description: "one that holds vendor once: in extra_body, or beside the other fields"
  })
)

/**
 * Image orders as clients of the `openai` kind write chats: contents may come in parts, and `stream` asks for the reply as
 * server-sent chunks. A request stays one order, for each costs money.
 */
export const chat = dialect(Request, ({ extra_body, messages, model, stream, stream_options, vendor }) => {
  const options = vendor === undefined ? extra_body : { vendor }
  const request = {
    model,
    stream: false,
    messages: messages.map(({ content, role }) => ({ role, content: textOf(content) }))
  }
  return {
    requests: [options === undefined ? request : { ...request, extra_body: options }],
    write: stream === true ? writeChunks(stream_options?.include_usage ?? false) : writeReply
  }
})

const textOf = (content: string | ReadonlyArray<TextPart>): string =>
  Predicate.isString(content) ? content : content.map(({ text }) => text).join("\n\n")
