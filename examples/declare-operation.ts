/**
 * An operation that the specification names without showing it: whoever knows its path and shapes declares it, and has
 * all that the built-in ones have: checked input, typed errors, retries by its safety, the key.
 */
import { createServer } from "node:http"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpClient, NodeHttpServer, NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Layer, Redacted, Schema } from "effect"
import { Asset, GatewayClient, Operation, Safety, strict } from "effect-model-gateway"

// Path and shapes as the documentation of our gateway has them: these are examples, for the specification shows none.
const getAsset = Operation.post("getAsset", "/api/v3/getAsset", {
  request: strict(Schema.Struct({ Id: Schema.NonEmptyString })),
  response: Schema.Struct({ Asset }),
  safety: Safety.read
})

const program = Effect.gen(function* () {
  const gateway = yield* GatewayClient
  const reply = yield* gateway.execute(getAsset)({ Id: "asset-7" })
  yield* Console.log(`${reply.Asset.Id}: ${reply.Asset.Name}, ${reply.Asset.Status}`)
})

// A stand-in for our gateway, as the embedded one cannot know what the specification does not show.
const standIn = HttpRouter.empty.pipe(
  HttpRouter.post(
    getAsset.path,
    Effect.map(HttpServerRequest.schemaBodyJson(getAsset.request), ({ Id }) =>
      HttpServerResponse.unsafeJson({ Asset: { Id, Name: "lighthouse.png", Status: "ready" } })
    )
  ),
  HttpServer.serve()
)

const client = Layer.unwrapEffect(
  HttpServer.addressFormattedWith((baseUrl) =>
    Effect.succeed(GatewayClient.layer({ baseUrl, apiKey: Redacted.make("example-key") }))
  )
)

NodeRuntime.runMain(
  program.pipe(
    Effect.provide(Layer.merge(client, standIn)),
    Effect.provide(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 })),
    Effect.provide(NodeHttpClient.layerUndici)
  )
)
