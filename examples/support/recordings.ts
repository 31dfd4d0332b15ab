import { createServer } from "node:http"
import { fileURLToPath } from "node:url"
import { FileSystem, HttpRouter, HttpServer, HttpServerResponse } from "@effect/platform"
import { NodeContext, NodeHttpServer } from "@effect/platform-node"
import { Config, Context, Effect, Layer, Option } from "effect"

/** Where the recordings of this folder can be downloaded by a gateway. */
export class Recordings extends Context.Tag("examples/Recordings")<
  Recordings,
  { readonly urlOf: (file: string) => string }
>() {}

const folder = fileURLToPath(new URL("../recordings/", import.meta.url))

const routes = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const names = (yield* files.readDirectory(folder)).filter((name) => /\.(flac|opus|vtt)$/.test(name))
  return HttpRouter.fromIterable(
    names.map((name) => HttpRouter.makeRoute("GET", `/${name}`, HttpServerResponse.file(`${folder}${name}`)))
  )
})

/** Serves the recordings on a free loopback port, which an embedded gateway can download from. */
const onLoopback = Layer.unwrapEffect(
  HttpServer.addressFormattedWith((base) =>
    Effect.map(routes, (router) =>
      Layer.merge(HttpServer.serve(router), Layer.succeed(Recordings, { urlOf: (file) => `${base}/${file}` }))
    )
  )
).pipe(
  Layer.provide(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 })),
  Layer.provide(NodeContext.layer)
)

/** From RECORDINGS_BASE_URL, where a remote gateway can download them; without it, from this process. */
export const recordings = Layer.unwrapEffect(
  Effect.map(
    Config.option(Config.string("RECORDINGS_BASE_URL")),
    Option.match({
      onNone: () => onLoopback,
      onSome: (base) => Layer.succeed(Recordings, { urlOf: (file: string) => `${base.replace(/\/$/, "")}/${file}` })
    })
  )
)
