import { FetchHttpClient } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Layer, Redacted, Stream } from "effect"
import { AssetLibrary, Gateway, ImageGenerator, noRetries } from "effect-model-gateway"
import { apiKey } from "../support/fakeGateway.js"
import { listening } from "../support/listening.js"
import { samples } from "../support/samples.js"

const clients = [
  { client: "NodeHttpClient.layerUndici", http: NodeHttpClient.layerUndici },
  { client: "FetchHttpClient.layer", http: FetchHttpClient.layer }
]

/** A gateway that answers everything in one way, and a place elsewhere that counts who comes. */
const world = (
  http: (typeof clients)[number]["http"],
  answer: (elsewhere: string) => ResponseInit & { body?: unknown }
) =>
  Effect.gen(function* () {
    const visitors: Array<string> = []
    const elsewhere = yield* listening((request, response) => {
      visitors.push(`${request.method} ${request.url} ${request.headers.authorization}`)
      response.end("{}")
    })
    let asked = 0
    const baseUrl = yield* listening((_, response) => {
      asked += 1
      const { body, headers, status = 200 } = answer(elsewhere)
      response.writeHead(status, Object.fromEntries(new Headers(headers)))
      response.end(JSON.stringify(body))
    })
    const layer = Layer.provide(Gateway.layer({ baseUrl, apiKey: Redacted.make(apiKey), retries: noRetries }), http)
    return { visitors, layer, asked: () => asked }
  })

describe.each(clients)("with $client", ({ http }) => {
  it.scopedLive.each([301, 302, 303, 307, 308])("a redirect by %i to another origin is not followed", (status) =>
    Effect.gen(function* () {
      const { asked, layer, visitors } = yield* world(http, (location) => ({ status, headers: { location } }))
      for (const { call } of samples) {
        const error = yield* Effect.flip(Effect.provide(call, layer))
        assert.deepInclude({ ...error }, { _tag: "GatewayUnexpectedStatus", status })
      }
      assert.strictEqual(asked(), samples.length)
      assert.deepStrictEqual(visitors, [])
    })
  )

  it.scopedLive("a URL that comes in a reply is not fetched", () =>
    Effect.gen(function* () {
      const { asked, layer, visitors } = yield* world(http, (elsewhere) => ({
        body: {
          choices: [{ message: { content: `![a lighthouse](${elsewhere}/picture.png)` } }],
          Items: [{ Id: "1", URL: `${elsewhere}/asset.png` }],
          TotalCount: 1
        }
      }))
      const calls = Effect.gen(function* () {
        const { chat } = yield* ImageGenerator
        yield* Effect.either(chat({ model: "m", messages: [{ role: "user", content: "a lighthouse" }] }))
        const { stream } = yield* AssetLibrary
        assert.lengthOf(Chunk.toReadonlyArray(yield* Stream.runCollect(stream({ groupId: "g" }))), 1)
      })
      yield* Effect.provide(calls, layer)
      assert.strictEqual(asked(), 2)
      assert.deepStrictEqual(visitors, [])
    })
  )
})
