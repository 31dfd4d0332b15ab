import { NodeHttpClient } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Embedder, Gateway } from "effect-model-gateway"
import { EmbeddedGateway } from "effect-model-gateway/embedded"

const embed = Effect.flatMap(Embedder, (it) => it.embed({ model: "any", input: "Where is my parcel?" }))

it.live("listens on loopback, with a random key, and answers its own client", () =>
  Effect.gen(function* () {
    const { apiKey, baseUrl } = yield* EmbeddedGateway
    assert.match(baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/)
    assert.match(Redacted.value(apiKey), /^[\w-]{32}$/)
    const reply = yield* Effect.provide(embed, EmbeddedGateway.services)
    assert.lengthOf(reply.data, 1)
  }).pipe(Effect.provide(EmbeddedGateway.layer()))
)

it.live("takes the key that it is given, and no other", () =>
  Effect.gen(function* () {
    const { baseUrl } = yield* EmbeddedGateway
    const as = (key: string) =>
      Gateway.layer({ baseUrl, apiKey: Redacted.make(key) }).pipe(Layer.provide(NodeHttpClient.layerUndici))
    assert.lengthOf((yield* Effect.provide(embed, as("right"))).data, 1)
    assert.propertyVal(yield* Effect.flip(Effect.provide(embed, as("wrong"))), "_tag", "GatewayUnauthorized")
  }).pipe(Effect.provide(EmbeddedGateway.layer({ apiKey: Redacted.make("right") })))
)

it.live("says what to do where its port is in use", () =>
  Effect.gen(function* () {
    const { baseUrl } = yield* EmbeddedGateway
    const port = Number(new URL(baseUrl).port)
    const second = EmbeddedGateway.pipe(Effect.provide(EmbeddedGateway.layer({ port })))
    const error = yield* Effect.flip(second)
    assert.include(error.message, `cannot listen on 127.0.0.1:${port}`)
    assert.match(error.message, /EADDRINUSE.*choose another port, or 0 for a free one/)
  }).pipe(Effect.provide(EmbeddedGateway.layer()))
)

it.live("a client whose key is no Redacted is refused by name", () =>
  Effect.gen(function* () {
    const options = Object.assign({ baseUrl: "http://127.0.0.1:9", apiKey: Redacted.make("a") }, { apiKey: "a-secret" })
    const client = Layer.build(Layer.provide(Gateway.layer(Object(options)), NodeHttpClient.layerUndici))
    const error = yield* Effect.flip(Effect.scoped(client))
    assert.include(String(error), "must be a Redacted")
    assert.notInclude(String(error), "a-secret")
  })
)
