import { createServer } from "node:http"
import { HttpServer } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Context, Effect, HashMap, Layer, Logger, Redacted } from "effect"
import { GatewayUnexpectedStatus, ImageNotReturned } from "effect-model-gateway"
import { GatewayServer } from "effect-model-gateway/server"
import type { Calls } from "./support/fakeServices.js"
import { fakeServices } from "./support/fakeServices.js"
import type { Sent } from "./support/http.js"
import { send, write } from "./support/http.js"
import { apiKey, bearer } from "./support/serve.js"

interface Entry {
  readonly message: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** A server, and the entries of the log that it writes to. */
const logging = (answers: Partial<Calls> = {}, logRequests = true) =>
  Effect.gen(function* () {
    const entries: Array<Entry> = []
    const logger = Logger.make(({ annotations, message }) =>
      entries.push({
        message: [message].flat().map(String).join(" "),
        facts: Object.fromEntries(HashMap.entries(annotations))
      })
    )
    const server = GatewayServer.layer({ apiKey: Redacted.make(apiKey), logRequests }).pipe(
      Layer.provide(fakeServices(answers).layer),
      Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })),
      Layer.provide(Logger.replace(Logger.defaultLogger, logger))
    )
    const { address } = Context.get(yield* Layer.build(Layer.orDie(server)), HttpServer.HttpServer)
    const port = address._tag === "TcpAddress" ? address.port : 0
    const ask = (sent: Sent) => send(port, { ...sent, headers: { ...bearer, ...sent.headers } })
    return { entries, send: ask, write: (text: string) => write(port, text) }
  })

const embedding = { path: "/v1/embeddings", body: JSON.stringify({ model: "m", input: "i" }) }
const embed = () => Effect.succeed({ data: [] })

it.scoped("a request is one entry: what was asked, what came of it, and how long it took", () =>
  Effect.gen(function* () {
    const server = yield* logging({ embed })
    const { headers } = yield* server.send(embedding)
    assert.deepStrictEqual(server.entries, [
      {
        message: "POST /v1/embeddings 200",
        facts: {
          method: "POST",
          path: "/v1/embeddings",
          operation: "createEmbeddings",
          status: 200,
          millis: 0,
          traceId: headers["x-request-id"]
        }
      }
    ])
  })
)

it.scoped("an entry tells the caller's own id of the work", () =>
  Effect.gen(function* () {
    const server = yield* logging({ submit: () => Effect.succeed({ code: "200", msg: "", data: null, traceId: "t" }) })
    const body = { id: `call-${"7".repeat(300)}`, audio: { uri: "https://files.test/a.wav" } }
    yield* server.send({ path: "/tk/v1/speech/async/process", body: JSON.stringify(body) })
    assert.deepInclude(server.entries[0]?.facts, { operation: "submitTranscription", id: body.id.slice(0, 200) })
  })
)

it.scoped("an entry tells which failure was answered", () =>
  Effect.gen(function* () {
    const none = { problem: "broken", text: "", intact: [] } as const
    const native = () => Effect.fail(new ImageNotReturned({ operation: "generateNativeImage", attempts: 1, ...none }))
    const server = yield* logging({ native })
    yield* server.send({
      path: "/v1beta/models/m:generateContent",
      body: JSON.stringify({ contents: [{ parts: [{ text: "t" }] }] })
    })
    yield* server.send({ ...embedding, body: "{" })
    yield* server.send({ ...embedding, headers: { authorization: "Bearer none" } })
    yield* server.send({ path: "/nowhere" })
    assert.deepStrictEqual(
      server.entries.map(({ facts: { failure, operation, status } }) => [operation, status, failure]),
      [
        ["generateNativeImage", 502, "ImageNotReturned"],
        ["createEmbeddings", 400, "GatewayInvalidRequest"],
        ["createEmbeddings", 401, "GatewayUnauthorized"],
        [undefined, 404, undefined]
      ]
    )
  })
)

it.scoped("an entry tells the trace id of the gateway behind, where its answer is the cause", () =>
  Effect.gen(function* () {
    const about = { operation: "createEmbeddings", attempts: 1, status: 500, traceId: "t".repeat(300) }
    const server = yield* logging({ embed: () => Effect.fail(new GatewayUnexpectedStatus(about)) })
    const { headers } = yield* server.send(embedding)
    const upstreamTraceId = about.traceId.slice(0, 200)
    assert.deepInclude(server.entries[0]?.facts, { traceId: headers["x-request-id"], upstreamTraceId })
  })
)

it.scoped("without being asked for, no request is logged", () =>
  Effect.gen(function* () {
    const server = yield* logging({ embed }, false)
    yield* server.send(embedding)
    assert.deepStrictEqual(server.entries, [])
  })
)

it.scoped("no key, no query, no header, no body and no answer is in the log", () =>
  Effect.gen(function* () {
    const picture = Buffer.from("secret-picture".repeat(10)).toString("base64")
    const chat = () =>
      Effect.succeed({
        images: [{ bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), mimeType: "image/png" }],
        text: "secret-answer",
        usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 }
      } as const)
    const server = yield* logging({ chat })
    const messages = [{ role: "user", content: `secret-prompt ![](data:image/png;base64,${picture})` }]
    const path = "/v1/chat/completions?key=secret-query"
    const headers = { "x-secret": "secret-header", cookie: "secret-cookie" }
    const { status } = yield* server.send({ path, headers, body: JSON.stringify({ model: "m", messages }) })
    assert.strictEqual(status, 200)
    yield* server.send({ path, headers, body: JSON.stringify({ model: "m", messages, wrong: "secret-field" }) })
    yield* server.send({ path: "/v1/embeddings#secret-fragment", headers, body: "secret-body" })
    yield* server.write(
      `POST http://user:secret-password@secret-host/nowhere?secret-query HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n`
    )
    assert.deepStrictEqual(
      server.entries.map(({ facts }) => facts.path),
      ["/v1/chat/completions", "/v1/chat/completions", "/v1/embeddings", "/nowhere"]
    )
    const log = JSON.stringify(server.entries)
    for (const secret of [apiKey, "secret", picture, "Bearer"]) assert.notInclude(log, secret)
  })
)
