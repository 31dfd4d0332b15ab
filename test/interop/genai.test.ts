import { assert, it } from "@effect/vitest"
import type { GenerateContentResponse } from "@google/genai"
import { ApiError, GoogleGenAI, Modality } from "@google/genai"
import { Effect } from "effect"
import type { Place } from "./support/gateway.js"
import { ask, gateway, refusal, sizeOfPng } from "./support/gateway.js"

const client = ({ apiKey, baseUrl }: Place) => new GoogleGenAI({ apiKey, httpOptions: { baseUrl } })
const order = { model: "painter", contents: "a red ship at dawn" }

/** The texts of the one candidate, and the sizes of its pictures. */
const shown = ({ candidates = [] }: GenerateContentResponse) => {
  assert.lengthOf(candidates, 1)
  const parts = candidates[0]?.content?.parts ?? []
  return {
    texts: parts.flatMap(({ text }) => text ?? []),
    sizes: parts.flatMap(({ inlineData }) => (inlineData === undefined ? [] : [sizeOfPng(inlineData.data ?? "")]))
  }
}

it.scopedLive("a prompt is answered with a text and a whole picture", () =>
  Effect.gen(function* () {
    const place = yield* gateway
    const reply = yield* ask(() => client(place).models.generateContent(order))
    const text = "A picture of 512 x 512 pixels, drawn from the prompt."
    assert.deepStrictEqual(shown(reply), { texts: [text], sizes: [[512, 512]] })
    assert.strictEqual(reply.candidates?.[0]?.finishReason, "STOP")
    assert.deepInclude(reply.usageMetadata, { promptTokenCount: 5, candidatesTokenCount: 1, totalTokenCount: 6 })
  })
)

it.scopedLive("takes the options of the picture, and settings that change nothing about it", () =>
  Effect.gen(function* () {
    const place = yield* gateway
    const config = {
      responseModalities: [Modality.IMAGE],
      imageConfig: { aspectRatio: "16:9", imageSize: "320x180" },
      candidateCount: 1,
      temperature: 1,
      topP: 0.95,
      stopSequences: [],
      safetySettings: [],
      tools: []
    }
    const reply = yield* ask(() => client(place).models.generateContent({ ...order, config }))
    assert.deepStrictEqual(shown(reply), { texts: [], sizes: [[320, 180]] })
  })
)

it.scopedLive("a chat's first message is an order too", () =>
  Effect.gen(function* () {
    const place = yield* gateway
    const chat = client(place).chats.create({ model: "painter" })
    const reply = yield* ask(() => chat.sendMessage({ message: "a red ship at dawn" }))
    assert.deepStrictEqual(shown(reply).sizes, [[512, 512]])
  })
)

it.scopedLive("what would change the picture is refused by name", () =>
  Effect.gen(function* () {
    const place = yield* gateway
    const config = { candidateCount: 2, systemInstruction: "Draw in oil.", seed: 7 }
    const error = yield* refusal(() => client(place).models.generateContent({ ...order, config }))
    assert.instanceOf(error, ApiError)
    assert.strictEqual(error.status, 400)
    assert.include(error.message, "generationConfig.candidateCount must be 1: each image is an order of its own")
    assert.include(error.message, "systemInstruction must be left out: write it into the contents")
    assert.include(error.message, "generationConfig.seed is not a field here")
  })
)

it.scopedLive("a wrong key is refused", () =>
  Effect.gen(function* () {
    const place = yield* gateway
    const error = yield* refusal(() => client({ ...place, apiKey: "wrong" }).models.generateContent(order))
    assert.instanceOf(error, ApiError)
    assert.strictEqual(error.status, 401)
  })
)
