import { NodeContext } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Encoding } from "effect"
import type { ImageAssetsRequest } from "effect-model-gateway"
import { generateImageAssets } from "effect-model-gateway"
import { fakeGateway, json } from "../support/fakeGateway.js"
import { bytesOf, temporary } from "./support/imageWorld.js"

const png = Encoding.encodeBase64(bytesOf("png", "a fox"))
/** The media type that the replies declare is not that of their bytes. */
const replies = {
  chat: { choices: [{ message: { content: `![a fox](data:image/jpeg;base64,${png})` } }] },
  native: { candidates: [{ content: { parts: [{ inlineData: { mimeType: "image/jpeg", data: png } }] } }] }
}

type Shape = Pick<ImageAssetsRequest, "aspectRatio" | "imageSize">

/** What goes over the wire for an image of a prompt. */
const sent = (style: "chat" | "native", shape: Shape) => {
  const gateway = fakeGateway([json(replies[style]), json({ Items: [], TotalCount: 0 })])
  return Effect.gen(function* () {
    const { folder } = yield* temporary
    const request = { prompts: ["a fox"], style, model: "painter 2", directory: folder, groupId: "group-7", ...shape }
    const { failures, images } = yield* generateImageAssets(request)
    assert.deepStrictEqual(failures, [])
    assert.deepStrictEqual(
      images.map(({ mimeType, path }) => [mimeType, path.slice(-4)]),
      [["image/png", ".png"]]
    )
    const [order, list, ...more] = gateway.received
    assert.isEmpty(more)
    assert.match(list?.url ?? "", /\/api\/v3\/listAssets$/)
    return { path: order?.url.replace(/^https:\/\/[^/]+/, ""), body: order?.body }
  }).pipe(Effect.provide(gateway.layer), Effect.provide(NodeContext.layer))
}

describe("generateImageAssets sends", () => {
  const chat = { model: "painter 2", stream: false, messages: [{ role: "user", content: "a fox" }] }
  const chats: ReadonlyArray<readonly [Shape, Record<string, unknown>]> = [
    [{}, chat],
    [{ aspectRatio: "16:9" }, { ...chat, extra_body: { vendor: { image_config: { aspect_ratio: "16:9" } } } }],
    [{ imageSize: "2K" }, { ...chat, extra_body: { vendor: { image_config: { image_size: "2K" } } } }],
    [
      { aspectRatio: "16:9", imageSize: "2K" },
      { ...chat, extra_body: { vendor: { image_config: { aspect_ratio: "16:9", image_size: "2K" } } } }
    ]
  ]
  it.scoped.each(chats)("a chat with the shape %j, and nothing that was not given", ([shape, body]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* sent("chat", shape), { path: "/v1/chat/completions", body })
    })
  )

  const contents = [{ role: "user", parts: [{ text: "a fox" }] }]
  const native = (imageConfig?: Record<string, string>) => ({
    contents,
    generationConfig: { responseModalities: ["TEXT", "IMAGE"], ...(imageConfig === undefined ? {} : { imageConfig }) }
  })
  const natives: ReadonlyArray<readonly [Shape, Record<string, unknown>]> = [
    [{}, native()],
    [{ aspectRatio: "16:9" }, native({ aspectRatio: "16:9" })],
    [{ imageSize: "2K" }, native({ imageSize: "2K" })],
    [{ aspectRatio: "16:9", imageSize: "2K" }, native({ aspectRatio: "16:9", imageSize: "2K" })]
  ]
  it.scoped.each(natives)("a native order with the shape %j, and nothing that was not given", ([shape, body]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* sent("native", shape), {
        path: "/v1beta/models/painter%202:generateContent",
        body
      })
    })
  )
})
