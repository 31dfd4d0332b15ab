import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, TestClock } from "effect"
import type { ChatImageRequest, GeneratedImages, NativeImageRequest } from "effect-model-gateway"
import { AssetFiles, AssetLibrary, ImageGenerator } from "effect-model-gateway"
import { Engines } from "effect-model-gateway/engines"
import { decode } from "fast-png"
import { withoutNetwork } from "./support/withoutNetwork.js"

const engines = (options?: Parameters<typeof Engines.layer>[0]) => Layer.provide(Engines.layer(options), withoutNetwork)

const model = "any-model"

const chat = (content: string, config?: { aspect_ratio?: string; image_size?: string }) =>
  chatRequest({
    messages: [{ role: "user", content }],
    ...(config === undefined ? {} : { extra_body: { vendor: { image_config: config } } })
  })

const chatRequest = (request: Omit<typeof ChatImageRequest.Encoded, "model">) =>
  Effect.flatMap(ImageGenerator, (images) => images.chat({ model, ...request }))

const native = (text: string, generationConfig?: (typeof NativeImageRequest.Encoded)["generationConfig"]) =>
  Effect.flatMap(ImageGenerator, (images) =>
    images.native({ model, contents: [{ parts: [{ text }] }], generationConfig })
  )

const picture = ({ images: [{ bytes, mimeType }] }: GeneratedImages) => {
  assert.strictEqual(mimeType, "image/png")
  return decode(bytes, { checkCrc: true })
}

const size = (images: GeneratedImages) => [picture(images).width, picture(images).height]

const assets = Effect.flatMap(AssetLibrary, ({ list }) => list({ Filter: { GroupId: "generated-images" } }))

describe("ImageGeneratorEngine", () => {
  it.effect("draws a PNG in the ratio and the size asked for, in both styles", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(size(yield* chat("sea")), [512, 512])
      assert.deepStrictEqual(size(yield* chat("sea", { aspect_ratio: "16:9" })), [512, 288])
      assert.deepStrictEqual(size(yield* chat("sea", { aspect_ratio: "4:1", image_size: "64x16" })), [64, 16])
      assert.deepStrictEqual(size(yield* native("sea")), [512, 512])
      assert.deepStrictEqual(
        size(yield* native("sea", { imageConfig: { aspectRatio: "9:16", imageSize: "1K" } })),
        [576, 1024]
      )
    }).pipe(Effect.provide(engines()))
  )

  it.effect("draws the same for the same prompt, in both styles, and another for another", () =>
    Effect.gen(function* () {
      const [once, again, other] = yield* Effect.forEach(["a red fox", "a red fox", "a blue sea"], (prompt) =>
        chat(prompt, { image_size: "64x64" })
      )
      const byNative = yield* native("a red fox", { imageConfig: { imageSize: "64x64" } })
      assert.deepStrictEqual(once?.images, again?.images)
      assert.deepStrictEqual(once?.images, byNative.images)
      assert.notDeepEqual(once?.images, other?.images)
    }).pipe(Effect.provide(engines()))
  )

  it.effect("takes the last message of the user for the prompt", () =>
    Effect.gen(function* () {
      const extra_body = { vendor: { image_config: { image_size: "32x32" } } }
      const long = yield* chatRequest({
        extra_body,
        messages: [
          { role: "system", content: "be bold" },
          { role: "user", content: "a red fox" },
          { role: "user", content: "a blue sea" },
          { role: "assistant", content: "here it is" }
        ]
      })
      const { images } = yield* chat("a blue sea", { image_size: "32x32" })
      assert.deepStrictEqual(long.images, images)

      const { native: order } = yield* ImageGenerator
      const inParts = yield* order({
        model,
        contents: [
          { role: "user", parts: [{ text: "a red fox" }] },
          { role: "user", parts: [{ text: "a blue" }, { text: "sea" }] },
          { role: "model", parts: [{ text: "here it is" }] }
        ],
        generationConfig: { imageConfig: { imageSize: "32x32" } }
      })
      assert.deepStrictEqual(inParts.images, (yield* chat("a blue\nsea", { image_size: "32x32" })).images)
    }).pipe(Effect.provide(engines()))
  )

  it.effect("says how large it is, what it used and why it ended", () =>
    Effect.gen(function* () {
      const { finishReason, text, usage } = yield* chat("a red fox in a forest", { image_size: "64x32" })
      assert.strictEqual(text, "A picture of 64 x 32 pixels, drawn from the prompt.")
      assert.deepStrictEqual(usage, { inputTokens: 6, outputTokens: 1, totalTokens: 7 })
      assert.strictEqual(finishReason, "stop")
      assert.strictEqual((yield* native("fox")).finishReason, "STOP")
    }).pipe(Effect.provide(engines()))
  )

  it.effect("gives text only where it is wanted", () =>
    Effect.gen(function* () {
      const only = yield* native("fox", { responseModalities: ["IMAGE"] })
      const both = yield* native("fox", { responseModalities: ["TEXT", "IMAGE"] })
      assert.strictEqual(only.text, "")
      assert.notStrictEqual(both.text, "")
      assert.deepStrictEqual(only.images, both.images)
    }).pipe(Effect.provide(engines()))
  )

  it.effect("makes each picture an asset with its file", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2031, 1, 3, 4, 5, 6, 789))
      const { images } = yield* chat("  a red fox,\n in a forest of tall and very old trees", { image_size: "32x32" })
      const { Items, TotalCount } = yield* assets
      const [asset] = Items
      assert.strictEqual(TotalCount, 1)
      assert(asset !== undefined)
      assert.match(asset.Id, /^[0-9a-f]{32}$/)
      assert.deepStrictEqual(asset, {
        Id: asset.Id,
        GroupId: "generated-images",
        Name: "a red fox, in a forest of tall and very…",
        AssetType: "image",
        URL: `/assets/${asset.Id}`,
        Status: "ready",
        CreateTime: "2031-02-03 04:05:06",
        UpdateTime: "2031-02-03 04:05:06"
      })
      const { read } = yield* AssetFiles
      assert.deepStrictEqual(Option.getOrNull(yield* read(asset.Id)), images[0])
      assert.isTrue(Option.isNone(yield* read("another")))
    }).pipe(Effect.provide(engines()))
  )

  it.effect("names an asset by its prompt, short and in one line", () =>
    Effect.gen(function* () {
      for (const prompt of ["", "fox", "x".repeat(50), "🦊".repeat(50)]) yield* chat(prompt, { image_size: "16x16" })
      assert.deepStrictEqual(
        (yield* assets).Items.map(({ Name }) => Name),
        ["untitled", "fox", `${"x".repeat(40)}…`, `${"🦊".repeat(40)}…`]
      )
    }).pipe(Effect.provide(engines()))
  )

  it.effect("puts assets into the group, and their files below the base URL, of the options", () =>
    Effect.gen(function* () {
      yield* chat("fox", { image_size: "16x16" })
      const { list } = yield* AssetLibrary
      assert.deepStrictEqual((yield* assets).Items, [])
      const { Items } = yield* list({ Filter: { GroupId: "mine" } })
      assert.deepStrictEqual(
        Items.map(({ URL }) => URL),
        Items.map(({ Id }) => `http://127.0.0.1:8080/gateway/assets/${Id}`)
      )
      assert.lengthOf(Items, 1)
    }).pipe(Effect.provide(engines({ assetGroup: "mine", assetBaseUrl: "http://127.0.0.1:8080/gateway/" })))
  )

  const refusals = [
    [chat("fox", { image_size: "huge" }), /^extra_body\.vendor\.image_config\.image_size is refused: .*"1K"/],
    [
      chat("fox", { aspect_ratio: "99:1" }),
      /^extra_body\.vendor\.image_config\.aspect_ratio is refused: .*too extreme/
    ],
    [
      native("fox", { imageConfig: { imageSize: "huge" } }),
      /^generationConfig\.imageConfig\.imageSize is refused: .*"1K"/
    ],
    [
      native("fox", { imageConfig: { aspectRatio: "1:99" } }),
      /^generationConfig\.imageConfig\.aspectRatio is refused: .*too extreme/
    ],
    [native("fox", { responseModalities: ["TEXT"] }), /^generationConfig\.responseModalities must name IMAGE/],
    [native("fox", { responseModalities: [] }), /^generationConfig\.responseModalities must name IMAGE/],
    [chatRequest({ messages: [{ role: "system", content: "fox" }] }), /^messages must hold a message of the role user/]
  ] as const
  it.effect.each(refusals)("refuses what it cannot draw, naming the field: %#", ([order, detail]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(order)
      assert(error._tag === "GatewayBadRequest")
      assert.match(error.detail ?? "", detail)
      assert.strictEqual((yield* assets).TotalCount, 0)
    }).pipe(Effect.provide(engines()))
  )

  it.effect("refuses a request that does not fit before it draws", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(chat("fox", { aspect_ratio: "wide" }))
      assert(error._tag === "GatewayInvalidRequest")
      assert.strictEqual(error.issues[0]?.path, "extra_body.vendor.image_config.aspect_ratio")
    }).pipe(Effect.provide(engines()))
  )
})
