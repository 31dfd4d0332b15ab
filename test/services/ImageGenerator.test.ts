import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import type { GatewayError, GeneratedImages } from "effect-model-gateway"
import { ImageGenerator, ImageNotReturned, ImageReading } from "effect-model-gateway"
import type { Answer } from "../support/fakeGateway.js"
import { fakeGateway, json, recorded } from "../support/fakeGateway.js"
import { base64, imageOf } from "../support/images.js"

/** Orders an image in one of the two styles; there is no second answer, so a second order would be a defect. */
type Order = (answer: Answer) => Effect.Effect<GeneratedImages, GatewayError | ImageNotReturned>

const chat: Order = (answer) =>
  Effect.flatMap(ImageGenerator, (it) =>
    it.chat({ model: "painter-2", messages: [{ role: "user", content: "a lighthouse" }] })
  ).pipe(Effect.provide(fakeGateway([answer]).layer), Effect.catchTag("ConfigError", Effect.die))

const native: Order = (answer) =>
  Effect.flatMap(ImageGenerator, (it) =>
    it.native({ model: "painter-2", contents: [{ parts: [{ text: "a lighthouse" }] }] })
  ).pipe(Effect.provide(fakeGateway([answer]).layer), Effect.catchTag("ConfigError", Effect.die))

const jpeg = imageOf("image/jpeg")
const choice = (content: string, finish_reason = "stop") =>
  json({
    choices: [{ message: { content }, finish_reason }],
    usage: { prompt_tokens: 3, completion_tokens: 4 }
  })
const parts = (...given: ReadonlyArray<unknown>) =>
  json({
    candidates: [{ content: { parts: given }, finishReason: "SAFETY" }],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4 }
  })
const usage = { inputTokens: 3, outputTokens: 4, totalTokens: 7 }

describe.each([
  {
    style: "chat",
    order: chat,
    recording: "chat-image.json",
    tokens: 11,
    finishReason: "stop",
    declaredPng: choice(`![](data:image/png;base64,${base64(jpeg)})`),
    refusal: choice("I cannot draw that.", "content_filter"),
    refusedFor: "content_filter",
    empty: choice(""),
    half: choice(`One: ![](data:image/jpeg;base64,${base64(jpeg)}) Two: ![](data:image/png;base64,AAAA`),
    operation: "generateChatImage"
  },
  {
    style: "native",
    order: native,
    recording: "native-image.json",
    tokens: 7,
    finishReason: "STOP",
    declaredPng: parts({ inlineData: { mimeType: "image/png", data: base64(jpeg) } }),
    refusal: parts({ text: "I cannot draw that." }),
    refusedFor: "SAFETY",
    empty: parts(),
    half: parts(
      { text: "One:" },
      { inlineData: { data: base64(jpeg) } },
      { text: "Two:" },
      { inlineData: { data: "A" } }
    ),
    operation: "generateNativeImage"
  }
])("ImageGenerator.$style", (style) => {
  it.effect("gives bytes, type, text, usage and finish reason", () =>
    Effect.gen(function* () {
      const { images, ...rest } = yield* style.order(recorded(style.recording))
      assert.deepStrictEqual(rest, {
        text: "Here is the lighthouse.",
        usage: { inputTokens: style.tokens, outputTokens: 1290, totalTokens: style.tokens + 1290 },
        finishReason: style.finishReason
      })
      const [image, ...more] = images
      assert.lengthOf(more, 0)
      assert.strictEqual(image.mimeType, "image/png")
      assert.isTrue(Buffer.from(image.bytes).toString("latin1").endsWith("IEND\u00aeB`\u0082"))
    })
  )

  it.effect("believes the bytes, not the declared type", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* style.order(style.declaredPng)).images, [jpeg])
    })
  )

  it.effect("fails where there is no image, with the text that came instead", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(style.order(style.refusal))
      assert(error._tag === "ImageNotReturned")
      assert.deepInclude(
        { ...error },
        { operation: style.operation, problem: "absent", intact: [], attempts: 1, usage }
      )
      assert.deepInclude({ ...error }, { text: "I cannot draw that.", finishReason: style.refusedFor })
      assert.include(error.message, `holds no image, finish reason ${style.refusedFor}; the text that came: I cannot`)
      const empty = yield* Effect.flip(style.order(style.empty))
      assert.include(empty.message, "no text came with it")
    })
  )

  it.effect("fails where one image is broken, and hands over the others", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(style.order(style.half))
      assert(error._tag === "ImageNotReturned")
      assert.deepInclude({ ...error }, { problem: "broken", intact: [jpeg], usage })
      assert.strictEqual(error.text.replace(/\s+/g, " "), "One: Two:")
      assert.include(error.message, "an image with broken base64")
      const shown: unknown = JSON.parse(JSON.stringify(error))
      assert.deepInclude(shown, { intact: [{ mimeType: "image/jpeg", size: jpeg.bytes.length }] })
      const stored = Schema.parseJson(ImageNotReturned)
      const read = yield* Effect.flatMap(Schema.encode(stored)(error), Schema.decode(stored))
      assert.deepStrictEqual(read.intact, [jpeg])
      assert.strictEqual(read.message, error.message)
      assert.deepStrictEqual(read.usage, usage)
    })
  )
})

describe("ImageNotReturned", () => {
  const secret = "AAECAwQF".repeat(2_000)
  const error = new ImageNotReturned({
    operation: "o",
    attempts: 1,
    problem: "broken",
    text: `<img src="data:image/png;base64,${secret}">`,
    intact: [{ bytes: new Uint8Array([137, 80, 78, 71, 254, 253, 252]), mimeType: "image/png" }]
  })

  it.each([
    ["printed", inspect(error)],
    ["printed within another", inspect({ deep: [error] }, { depth: 9 })],
    ["in JSON", JSON.stringify(error)]
  ])("shows neither bytes nor base64 where it is %s", (_, shown) => {
    assert.match(shown, /size"?: ?7/)
    assert.include(shown, "<base64>")
    assert.notMatch(shown, /AAECAwQF|254|Uint8Array/)
  })

  it("used no tokens where nothing is said of them", () => {
    assert.deepStrictEqual(error.usage, { inputTokens: 0, outputTokens: 0, totalTokens: 0 })
  })
})

describe("ImageReading", () => {
  it.effect("says where the image stands in a part of a native reply", () =>
    Effect.gen(function* () {
      const order = () => native(parts({ picture: { b64: base64(jpeg) } }))
      const reading = {
        inlineData: (part: Readonly<Record<string, unknown>>) =>
          Schema.decodeUnknownOption(Schema.Struct({ picture: Schema.Struct({ b64: Schema.String }) }))(part).pipe(
            Option.map(({ picture }) => picture.b64)
          )
      }
      assert.deepStrictEqual((yield* Effect.provideService(order(), ImageReading, reading)).images, [jpeg])
      assert.propertyVal(yield* Effect.flip(order()), "problem", "absent")
    })
  )
})
