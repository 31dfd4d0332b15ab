import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ImageGenerator } from "effect-model-gateway"
import { apiKey, fakeGateway, json, recorded, recording } from "../support/fakeGateway.js"
import { samples } from "../support/samples.js"

const headers = (body: unknown) => ({
  authorization: `Bearer ${apiKey}`,
  accept: "application/json",
  "content-type": "application/json",
  "content-length": String(new TextEncoder().encode(JSON.stringify(body)).length)
})

describe.each(samples)("$operation.name", ({ body, call, operation, path, reply }) => {
  it.effect("sends one request: method, path, headers and body to the letter", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([recorded(reply)])
      yield* Effect.provide(call, gateway.layer)
      assert.deepStrictEqual(gateway.received, [
        { method: operation.method, url: `https://gateway.test${path}`, headers: headers(body), body }
      ])
    })
  )

  it.effect.each([
    "https://gateway.test/ai/one",
    "https://gateway.test/ai/one/",
    "https://gateway.test/ai/one//",
    new URL("https://gateway.test/ai/one/")
  ])("goes below the path of the base URL %s", (baseUrl) =>
    Effect.gen(function* () {
      const gateway = fakeGateway([recorded(reply)], { baseUrl })
      yield* Effect.provide(call, gateway.layer)
      assert.strictEqual(gateway.received[0]?.url, `https://gateway.test/ai/one${path}`)
    })
  )

  it.effect("passes over reply fields that nobody knows", () =>
    Effect.gen(function* () {
      const known: Readonly<Record<string, unknown>> = JSON.parse(recording(reply))
      const [plain, widened] = [fakeGateway([json(known)]), fakeGateway([json({ ...known, brandNew: { a: 1 } })])]
      const [one, other] = [yield* Effect.provide(call, plain.layer), yield* Effect.provide(call, widened.layer)]
      if (operation.name === "orderVideo") assert.deepStrictEqual(other, { ...known, brandNew: { a: 1 } })
      else assert.deepStrictEqual(other, one)
    })
  )
})

describe("a model's name in the path", () => {
  it.effect.each([
    ["vendor/painter", "vendor%2Fpainter"],
    ["painter:latest", "painter%3Alatest"],
    ["painter two", "painter%20two"],
    ["100%", "100%25"],
    ["a?b#c", "a%3Fb%23c"],
    ["画家", "%E7%94%BB%E5%AE%B6"]
  ] as const)("%s travels as %s", ([model, encoded]) =>
    Effect.gen(function* () {
      const gateway = fakeGateway([recorded("native-image.json")])
      const contents = [{ parts: [{ text: "a lighthouse" }] }] as const
      yield* Effect.flatMap(ImageGenerator, ({ native }) => native({ model, contents })).pipe(
        Effect.provide(gateway.layer)
      )
      const [request] = gateway.received
      assert.strictEqual(request?.url, `https://gateway.test/v1beta/models/${encoded}:generateContent`)
      assert.deepStrictEqual(request?.body, { contents })
    })
  )
})
