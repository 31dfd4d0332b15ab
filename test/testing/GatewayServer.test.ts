import { createServer } from "node:http"
import { HttpServer } from "@effect/platform"
import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Redacted, TestClock } from "effect"
import { Embedder, Gateway, GatewayClient, listAssets, Transcriber } from "effect-model-gateway"
import { EmbeddedGateway } from "effect-model-gateway/embedded"
import * as Server from "effect-model-gateway/server"
import { Calls, Fakes, GatewayServer } from "effect-model-gateway/testing"
import { Recordings } from "../pipelines/support/recordings.js"

const embed = Effect.flatMap(Embedder, (it) => it.embed({ model: "any", input: "Where is my parcel?" }))

it.layer(GatewayServer.layerTest({ speed: 1 }))("GatewayServer.layerTest", (it) => {
  it.effect("gives all services, their client, and where the gateway is", () =>
    Effect.gen(function* () {
      assert.lengthOf((yield* embed).data, 1)
      const { execute } = yield* GatewayClient
      assert.strictEqual((yield* execute(listAssets)({ Filter: { GroupId: "none" } })).TotalCount, 0)
      const { baseUrl } = yield* EmbeddedGateway
      assert.match(baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/)
    })
  )

  it.effect("waits for a transcription in the test's time", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Recordings
      const transcriber = yield* Transcriber
      yield* transcriber.submit({ id: "s-1", audio: { uri: `${baseUrl}/standup.flac` } })
      const wait = yield* Effect.fork(transcriber.await("s-1"))
      yield* Effect.repeat(TestClock.adjust("1 second"), { until: () => Effect.map(Fiber.poll(wait), Option.isSome) })
      const { record, text } = yield* Fiber.join(wait)
      assert.include(text, "export job starts at two")
      // The recording lasts 25 seconds or so, and speed 1 takes as long: of the test's clock, which began in 1970.
      assert.match(record.updateTime ?? "", /^1970-01-01 00:0\d:\d\d$/)
    }).pipe(Effect.provide(Recordings.layer))
  )
})

describe("GatewayServer.layerTest in a test of its own", () => {
  it.live("is a gateway a layer, with the options it is given", () =>
    Effect.gen(function* () {
      const gateway = GatewayServer.layerTest({ apiKey: Redacted.make("mine") })
      const told = Effect.flatMap(EmbeddedGateway, (it) => Effect.as(embed, it))
      const first = yield* Effect.provide(told, gateway)
      assert.strictEqual(Redacted.value(first.apiKey), "mine")
      const stopped = Gateway.layer(first).pipe(Layer.provide(NodeHttpClient.layerUndici))
      const error = yield* Effect.flip(Effect.provide(embed, stopped))
      assert.deepInclude({ ...error }, { _tag: "GatewayTransportError", connected: false })
    })
  )

  it.effect("fails where the gateway cannot listen", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* EmbeddedGateway
      const port = Number(new URL(baseUrl).port)
      const error = yield* Effect.flip(Effect.provide(embed, GatewayServer.layerTest({ port })))
      assert.strictEqual(error._tag, "CannotListen")
    }).pipe(Effect.provide(EmbeddedGateway.layer()))
  )
})

describe("GatewayServer", () => {
  it("is the server's, and layerTest besides", () => {
    const { layerTest: _, ...rest } = { ...GatewayServer }
    assert.deepStrictEqual(rest, { ...Server.GatewayServer })
  })

  it.effect("serves the fakes over HTTP too", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* embed).data[0]?.embedding, [1, 2, 3])
      const { to } = yield* Calls
      assert.lengthOf(yield* to("Embedder"), 1)
    }).pipe(Effect.provide(servedFakes))
  )
})

const apiKey = Redacted.make("a-key")

const client = Layer.unwrapEffect(
  HttpServer.addressFormattedWith((baseUrl) => Effect.succeed(Gateway.layer({ baseUrl, apiKey })))
).pipe(Layer.provide(NodeHttpClient.layerUndici))

const servedFakes = Layer.merge(client, GatewayServer.layer({ apiKey })).pipe(
  Layer.provideMerge(Fakes.layer({ vectorOf: () => [1, 2, 3] })),
  Layer.provide(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 }))
)
