import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import OpenAI from "openai"
import type { Place } from "./support/gateway.js"
import { ask, gateway, pngsIn, refusal, sizeOfPng } from "./support/gateway.js"

const chats = ({ apiKey, baseUrl }: Place) => new OpenAI({ apiKey, baseURL: `${baseUrl}/v1` }).chat.completions
const messages = [{ role: "user" as const, content: "a red ship at dawn" }]
const order = { model: "painter", messages }

/** One whole picture, and the text above it. */
const assertPicture = (content: string | null | undefined) => {
  const [png = "", ...more] = pngsIn(content ?? "")
  assert.deepStrictEqual([sizeOfPng(png), more], [[512, 512], []])
  assert.match(content ?? "", /^A picture of /)
}

it.scopedLive("a chat is answered with a whole picture", () =>
  Effect.gen(function* () {
    const { choices, object, usage } = yield* Effect.flatMap(gateway, (place) => ask(() => chats(place).create(order)))
    assert.deepStrictEqual([object, choices.length, choices[0]?.finish_reason], ["chat.completion", 1, "stop"])
    assert.deepInclude(choices[0]?.message, { role: "assistant" })
    assertPicture(choices[0]?.message.content)
    assert.deepStrictEqual(usage, { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 })
  })
)

it.scopedLive("a chat that is streamed brings the same picture in pieces", () =>
  Effect.gen(function* () {
    const place = yield* gateway
    const whole = yield* ask(() => chats(place).create(order))
    const chunks = yield* ask(async () => {
      const found: Array<OpenAI.ChatCompletionChunk> = []
      for await (const chunk of await chats(place).create({ ...order, stream: true })) found.push(chunk)
      return found
    })
    const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta))
    const content = deltas.map((delta) => delta.content ?? "").join("")
    assert.strictEqual(content, whole.choices[0]?.message.content)
    assertPicture(content)
    assert.isAbove(deltas.length, 3)
    assert.isAtMost(Math.max(...deltas.map((delta) => delta.content?.length ?? 0)), 65_536)
    assert.deepStrictEqual([deltas[0]?.role, chunks.at(-1)?.choices[0]?.finish_reason], ["assistant", "stop"])
    assert.deepStrictEqual([...new Set(chunks.map((chunk) => chunk.object))], ["chat.completion.chunk"])
    assert.lengthOf(new Set(chunks.map((chunk) => chunk.id)), 1)
    assert.isTrue(chunks.every((chunk) => chunk.usage === undefined))
  })
)

it.scopedLive("the client puts the chunks, with the usage, together again", () =>
  Effect.gen(function* () {
    const place = yield* gateway
    const chat = yield* ask(() =>
      chats(place)
        .stream({ ...order, stream_options: { include_usage: true } })
        .finalChatCompletion()
    )
    assertPicture(chat.choices[0]?.message.content)
    assert.deepStrictEqual(chat.usage, { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 })
  })
)

const vendor = { image_config: { aspect_ratio: "16:9", image_size: "320x180" } }

/** Node's client sends `extra_body` as a field, Python's spreads it over the body. */
const spellings: ReadonlyArray<readonly [where: string, options: object]> = [
  ["in extra_body", { extra_body: { vendor } }],
  ["beside the other fields", { vendor }]
]

it.scopedLive.each(spellings)("takes the options of the picture %s", ([, options]) =>
  Effect.gen(function* () {
    const place = yield* gateway
    const { choices } = yield* ask(() => chats(place).create({ ...order, ...options }))
    assert.deepStrictEqual(sizeOfPng(pngsIn(choices[0]?.message.content ?? "")[0] ?? ""), [320, 180])
  })
)

it.scopedLive("a conversation goes on with parts, and with what was answered before", () =>
  Effect.gen(function* () {
    const place = yield* gateway
    const first = yield* ask(() => chats(place).create(order))
    const answered = first.choices.map(({ message }) => message)
    const content = [{ type: "text" as const, text: "a blue ship" }]
    const again: OpenAI.ChatCompletionCreateParamsNonStreaming = {
      model: "painter",
      messages: [{ role: "system", content: "Draw." }, ...messages, ...answered, { role: "user", name: "ann", content }]
    }
    const { choices } = yield* ask(() => chats(place).create(again))
    const alone = yield* ask(() =>
      chats(place).create({ ...order, messages: [{ role: "user", content: "a blue ship" }] })
    )
    assert.strictEqual(choices[0]?.message.content, alone.choices[0]?.message.content)
  })
)

it.scopedLive.each([false, true])("a request that is refused says what to do, streamed or not", (stream) =>
  Effect.gen(function* () {
    const place = yield* gateway
    const error = yield* refusal(() => chats(place).create({ ...order, n: 2, stream }))
    assert.instanceOf(error, OpenAI.BadRequestError)
    const said = "400 n must be 1: each image is an order of its own, send one request for each"
    assert.strictEqual(error.message, said)
  })
)

it.scopedLive("an order that the engine refuses is refused before the first chunk", () =>
  Effect.gen(function* () {
    const place = yield* gateway
    const nobody = [{ role: "system" as const, content: "Draw." }]
    const error = yield* refusal(() => chats(place).create({ ...order, messages: nobody, stream: true }))
    assert.instanceOf(error, OpenAI.BadRequestError)
    assert.include(error.message, "400 messages must hold a message of the role user")
  })
)

it.scopedLive("a wrong key is its own error of the client", () =>
  Effect.gen(function* () {
    const place = yield* gateway
    const error = yield* refusal(() => chats({ ...place, apiKey: "wrong" }).create(order))
    assert.instanceOf(error, OpenAI.AuthenticationError)
  })
)
