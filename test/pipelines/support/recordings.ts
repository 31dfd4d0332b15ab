import { createServer } from "node:http"
import { fileURLToPath } from "node:url"
import { HttpRouter, HttpServer, HttpServerResponse } from "@effect/platform"
import { NodeContext, NodeHttpServer } from "@effect/platform-node"
import { Context, Effect, Layer } from "effect"

const folder = fileURLToPath(new URL("../../../examples/recordings/", import.meta.url))

const router = HttpRouter.fromIterable(
  ["standup.flac", "sourdough.flac"].map((name) =>
    HttpRouter.makeRoute("GET", `/${name}`, HttpServerResponse.file(`${folder}${name}`))
  )
)

/** Where some of the recordings of the examples can be downloaded. */
export class Recordings extends Context.Tag("test/Recordings")<Recordings, { readonly baseUrl: string }>() {
  /** Serves them on a free loopback port. */
  static readonly layer = Layer.merge(
    HttpServer.serve(router),
    Layer.effect(
      Recordings,
      HttpServer.addressFormattedWith((baseUrl) => Effect.succeed({ baseUrl }))
    )
  ).pipe(
    Layer.provide(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 })),
    Layer.provide(NodeContext.layer)
  )
}
