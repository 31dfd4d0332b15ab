import { createServer } from "node:http"
import { HttpServer } from "@effect/platform"
import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema } from "effect"
import { GatewayClient, Operation, Safety } from "effect-model-gateway"
import { Engines } from "effect-model-gateway/engines"
import { bind, GatewayServer } from "effect-model-gateway/server"

const createThing = Operation.post("createThing", "/things/{kind}", {
  request: Schema.Struct({ kind: Schema.String, size: Schema.Int }),
  response: Schema.Struct({ made: Schema.String }),
  safety: Safety.order,
  successStatuses: [201]
})

const apiKey = Redacted.make("a-key")
const made = bind(createThing, ({ kind, size }) => Effect.succeed({ made: `${size} ${kind}` }))

const client = Layer.unwrapEffect(
  HttpServer.addressFormattedWith((baseUrl) => Effect.succeed(GatewayClient.layer({ baseUrl, apiKey })))
)

const gateway = Layer.merge(client, GatewayServer.layer({ apiKey, bindings: [made] })).pipe(
  Layer.provide(Engines.layer()),
  Layer.provide(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 })),
  Layer.provideMerge(NodeHttpClient.layerUndici)
)

it.live("an operation of the user's own is served beside the built-in ones, with its own status", () =>
  Effect.gen(function* () {
    const { execute } = yield* GatewayClient
    assert.deepStrictEqual(yield* execute(createThing)({ kind: "a/b", size: 3 }), { made: "3 a/b" })
  }).pipe(Effect.provide(gateway))
)
