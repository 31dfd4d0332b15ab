import { createServer } from "node:http"
import { HttpServer } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { assert } from "@effect/vitest"
import type { Scope } from "effect"
import { Context, Effect, Layer, Logger, Redacted, Tracer } from "effect"
import { AssetFiles } from "effect-model-gateway"
import type { ServerOptions } from "effect-model-gateway/server"
import { GatewayServer, Inventory } from "effect-model-gateway/server"
import type { Called, Calls } from "./fakeServices.js"
import { fakeServices } from "./fakeServices.js"
import type { Answer, Sent } from "./http.js"
import { json, send, write } from "./http.js"

/** The key of the servers under test. It may stand in no answer, log or span. */
export const apiKey = "sk-9Lw2-the-key-that-must-not-leak"

/** What a caller sends who has the key. */
export const bearer = { authorization: `Bearer ${apiKey}` }

/** A server on a free port of the loopback. */
export interface Served {
  readonly port: number
  /** What the services were called with, in order. */
  readonly called: ReadonlyArray<Called>
  readonly logs: ReadonlyArray<string>
  /** Sends a request with the key. */
  readonly send: (sent: Sent) => Effect.Effect<Answer>
  /** Sends bytes by hand, and reads until the server closes the connection. */
  readonly write: (...parts: ReadonlyArray<string>) => Effect.Effect<string>
}

/** How a server under test differs from the plainest one. */
export interface ServeOptions extends Partial<ServerOptions> {
  readonly files?: typeof AssetFiles.Service
  readonly inventory?: typeof Inventory.Service
}

/** Serves fakes on a real socket until the scope closes; then looks for the key in all that the server said. */
export const serve = (
  answers: Partial<Calls> = {},
  { files, inventory, ...options }: ServeOptions = {}
): Effect.Effect<Served, never, Scope.Scope> =>
  Effect.gen(function* () {
    const said: Array<string> = []
    const logs: Array<string> = []
    yield* Effect.addFinalizer(() => Effect.sync(() => assert.notInclude([...said, ...logs].join("\n"), apiKey)))
    const { called, layer } = fakeServices(answers)
    const server = GatewayServer.layer({ apiKey: Redacted.make(apiKey), ...options }).pipe(
      Layer.provide(layer),
      Layer.provide(files === undefined ? Layer.empty : Layer.succeed(AssetFiles, files)),
      Layer.provide(inventory === undefined ? Layer.empty : Layer.succeed(Inventory, inventory)),
      Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })),
      Layer.provide(
        Logger.replace(
          Logger.defaultLogger,
          Logger.map(Logger.logfmtLogger, (line) => logs.push(line))
        )
      ),
      Layer.provide(Layer.setTracer(listening(said)))
    )
    const { address } = Context.get(yield* Layer.build(Layer.orDie(server)), HttpServer.HttpServer)
    const port = address._tag === "TcpAddress" ? address.port : 0
    return {
      port,
      called,
      logs,
      send: (sent) =>
        Effect.tap(send(port, { ...sent, headers: { ...bearer, ...sent.headers } }), ({ bytes, headers }) =>
          said.push(JSON.stringify(headers), bytes.toString())
        ),
      write: (...parts) => Effect.tap(write(port, ...parts), (text) => said.push(text))
    }
  })

/** A tracer that keeps the names and attributes of spans. */
const listening = (said: Array<string>): Tracer.Tracer =>
  Tracer.make({
    context: (run) => run(),
    span: (name, parent, context, links, startTime, kind) => ({
      _tag: "Span",
      spanId: "span",
      traceId: "trace",
      sampled: true,
      status: { _tag: "Started", startTime },
      attributes: new Map(),
      name,
      parent,
      context,
      links,
      kind,
      end: () => {},
      attribute: (key, value) => said.push(`${name} ${key} ${String(value)}`),
      event: (event, _, attributes) => said.push(`${name} ${event} ${JSON.stringify(attributes)}`),
      addLinks: () => {}
    })
  })

/** The parts of an answer that most tests look at. */
export const shown = (answer: Answer) => ({ status: answer.status, body: json(answer) })
