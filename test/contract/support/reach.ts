import { createServer } from "node:http"
import { HttpServer } from "@effect/platform"
import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import type { Context, Scope } from "effect"
import { Effect, Layer, Redacted } from "effect"
import { Gateway, noRetries, RetryPolicy } from "effect-model-gateway"
import { GatewayServer } from "effect-model-gateway/server"
import type { Calls } from "../../server/support/fakeServices.js"
import type { Served } from "../../server/support/serve.js"
import { apiKey, serve } from "../../server/support/serve.js"

/** The services as a user has them, over HTTP, and the server that stands at the end. */
export interface Reach {
  readonly server: Served
  readonly services: Context.Context<Gateway.Services>
}

/** How the services reach the server. */
export type Way = (answers: Partial<Calls>, key?: string) => Effect.Effect<Reach, never, Scope.Scope>

/** Our client, and our server on a real socket before fakes. */
export const direct: Way = (answers, key) =>
  Effect.gen(function* () {
    const server = yield* serve(answers)
    return { server, services: yield* Layer.build(client(server.port, key)) }
  })

/** The same with a gateway in between: our server, whose services are our client, and try once. */
export const relayed: Way = (answers, key) =>
  Effect.gen(function* () {
    const server = yield* serve(answers)
    const between = GatewayServer.layer({ apiKey: Redacted.make(apiKey) }).pipe(
      Layer.provide(client(server.port)),
      Layer.provide(Layer.succeed(RetryPolicy, noRetries)),
      Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
    )
    const { address } = yield* Effect.provide(HttpServer.HttpServer, yield* Layer.build(Layer.orDie(between)))
    return { server, services: yield* Layer.build(client(address._tag === "TcpAddress" ? address.port : 0, key)) }
  })

const client = (port: number, key = apiKey): Layer.Layer<Gateway.Services> =>
  Gateway.layer({ baseUrl: `http://127.0.0.1:${port}`, apiKey: Redacted.make(key) }).pipe(
    Layer.provide(NodeHttpClient.layerUndici),
    Layer.orDie
  )
