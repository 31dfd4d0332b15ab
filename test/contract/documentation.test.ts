import { createServer } from "node:http"
import { HttpRouter, HttpServer, HttpServerRequest } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Schema } from "effect"
import { Operation, operations, Safety } from "effect-model-gateway"
import { documentationRoutes, openApi } from "effect-model-gateway/server"
import { json, send } from "../server/support/http.js"

const ownOperation = Operation.post("createThing", "/things", {
  request: Schema.Struct({ size: Schema.Int }),
  response: Schema.Struct({ made: Schema.String }),
  safety: Safety.order
})

const document = openApi({ title: "Gateway of one", version: "7.8.9" }, [...operations, ownOperation])

/** The routes alone, on a free port. */
const serveDocument = Effect.gen(function* () {
  const router = HttpRouter.fromIterable(documentationRoutes(document))
  const server = HttpServer.serve(router).pipe(
    Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
  )
  const { address } = yield* Effect.provide(HttpServer.HttpServer, yield* Layer.build(Layer.orDie(server)))
  return address._tag === "TcpAddress" ? address.port : 0
})

it.scopedLive("the document is served as it is, with what its maker says of it and the user's own operations", () =>
  Effect.gen(function* () {
    const answer = yield* send(yield* serveDocument, { method: "GET", path: "/openapi.json" })
    assert.strictEqual(answer.status, 200)
    assert.match(answer.headers["content-type"] ?? "", /^application\/json/)
    assert.strictEqual(answer.headers["x-content-type-options"], "nosniff")
    assert.deepStrictEqual(json(answer), JSON.parse(JSON.stringify(document)))
    assert.propertyVal(document.info, "version", "7.8.9")
    assert.nestedPropertyVal(document.paths, "/things.post.operationId", "createThing")
  })
)

it.scopedLive("the page holds the document and its renderer, and may ask its own origin only", () =>
  Effect.gen(function* () {
    const port = yield* serveDocument
    const answer = yield* send(port, { method: "GET", path: "/docs" })
    assert.strictEqual(answer.status, 200)
    assert.match(answer.headers["content-type"] ?? "", /^text\/html/)
    const { "content-security-policy": policy, ...headers } = answer.headers
    assert.include(policy, "default-src 'none'")
    assert.include(policy, "connect-src 'self'")
    assert.strictEqual(headers["x-content-type-options"], "nosniff")
    assert.strictEqual(headers["referrer-policy"], "no-referrer")
    const page = answer.bytes.toString()
    assert.include(page, "<title>Gateway of one</title>")
    for (const { name } of [...operations, ownOperation]) assert.include(page, `"operationId":"${name}"`)
    assert.notMatch(page, /<(script|link|img)[^>]*\s(src|href)=/)
  })
)

it.live("a reader who goes away while the page is built does not spoil it for others", () =>
  Effect.gen(function* () {
    const request = HttpServerRequest.fromWeb(new Request("http://localhost/docs"))
    const page = HttpRouter.fromIterable(documentationRoutes(document)).pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, request),
      Effect.scoped
    )
    const gone = yield* Effect.fork(page)
    yield* Effect.yieldNow()
    yield* Fiber.interrupt(gone)
    assert.strictEqual((yield* page).status, 200)
  })
)
