import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { png } from "./support/exchanges.js"
import { bearer, serve, shown } from "./support/serve.js"

const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 }
const native = () => Effect.succeed({ images: [{ bytes: png, mimeType: "image/png" }], text: "", usage } as const)
const body = JSON.stringify({ contents: [{ parts: [{ text: "a harbour" }] }] })

describe("the model in a native path", () => {
  it.scoped.each([
    ["painter", "painter"],
    ["vendor%2Fpainter", "vendor/painter"],
    ["vendor%2fpainter", "vendor/painter"],
    ["%2F", "/"],
    ["painter:latest", "painter:latest"],
    ["painter%3Alatest", "painter:latest"],
    [":", ":"],
    ["a:generateContent", "a:generateContent"],
    ["painter-2.5.1", "painter-2.5.1"],
    ["...", "..."],
    ["painter%20two", "painter two"],
    ["%20", " "],
    ["100%25", "100%"],
    ["%2525", "%25"],
    ["%252F", "%2F"],
    ["a%3Fb%23c%26d%3De%3Bf", "a?b#c&d=e;f"],
    ["a+b@c$d,e!f'g(h)*", "a+b@c$d,e!f'g(h)*"],
    ["a%22b%5Cc%7Bd%7D", 'a"b\\c{d}'],
    ["%E7%94%BB%E5%AE%B6", "画家"],
    ["%F0%9F%8E%A8", "🎨"],
    ["%09", "\t"],
    ["__proto__", "__proto__"],
    ["constructor", "constructor"]
  ])("%s is read as %s", ([segment, model]) =>
    Effect.gen(function* () {
      const server = yield* serve({ native })
      const { status } = yield* server.send({ path: `/v1beta/models/${segment}:generateContent`, body })
      assert.strictEqual(status, 200)
      assert.deepInclude(server.called[0]?.[1], { model })
    })
  )

  it.scoped.each([
    [400, "x", "x"],
    [400, "%2F", "/"],
    [400, "%C3%A9", "é"],
    [500, "x", "x"]
  ] as const)("may have %s characters like %s", ([length, one, read]) =>
    Effect.gen(function* () {
      const server = yield* serve({ native })
      const { status } = yield* server.send({ path: `/v1beta/models/${one.repeat(length)}:generateContent`, body })
      assert.strictEqual(status, 200)
      assert.deepInclude(server.called[0]?.[1], { model: read.repeat(length) })
    })
  )

  it.scoped("may stand before a query, which says nothing", () =>
    Effect.gen(function* () {
      const server = yield* serve({ native })
      const { status } = yield* server.send({ path: "/v1beta/models/m:generateContent?alt=json&model=other", body })
      assert.strictEqual(status, 200)
      assert.deepInclude(server.called[0]?.[1], { model: "m" })
    })
  )

  it.scoped("may not stand in the body too", () =>
    Effect.gen(function* () {
      const server = yield* serve()
      const twice = JSON.stringify({ ...JSON.parse(body), model: "secret-model" })
      const answer = yield* server.send({ path: "/v1beta/models/secret-model:generateContent", body: twice })
      const issues = [{ path: "model", problem: "stands in the path, and must not stand in the body too" }]
      assert.strictEqual(answer.status, 400)
      assert.deepNestedInclude(shown(answer), { "body.error.issues": issues })
      assert.notInclude(answer.bytes.toString(), "secret-model")
      assert.deepStrictEqual(server.called, [])
    })
  )
})

describe("what is no operation", () => {
  it.scoped.each([
    ["POST", "/"],
    ["POST", "/v1"],
    ["POST", "/v1/embedding"],
    ["POST", "/v1/embeddings/1"],
    ["POST", "/V1/embeddings"],
    ["POST", "/v1/Embeddings"],
    ["POST", "/api/v3/listassets"],
    ["POST", "/api/v3/LISTASSETS"],
    ["POST", "/api/v3/getAsset"],
    ["POST", "/v1beta/models/m"],
    ["POST", "/v1beta/models/m:generate"],
    ["POST", "/v1beta/models/m:generatecontent"],
    ["POST", "/v1beta/models/:generateContent"],
    ["POST", "/v1beta/models/a/b:generateContent"],
    ["POST", "/v1beta/models/%zz:generateContent"],
    ["POST", "/v1beta/models/%ff:generateContent"],
    ["POST", "/../v1/embeddings"],
    ["GET", "/v1/embeddings"],
    ["PUT", "/v1/embeddings"],
    ["PATCH", "/v1/embeddings"],
    ["DELETE", "/v1/embeddings"],
    ["OPTIONS", "/v1/embeddings"],
    ["GET", "/assets/asset-1"],
    ["POST", "/assets/asset-1"]
  ])("%s %s is a 404 in JSON", ([method = "", path = ""]) =>
    Effect.gen(function* () {
      const server = yield* serve()
      const answer = yield* server.send({ method, path })
      const traceId = answer.headers["x-request-id"]
      const message = `no operation answers ${method} ${path}; GET /docs lists them all`
      assert.deepStrictEqual(shown(answer), { status: 404, body: { error: { type: "NotFound", message }, traceId } })
      assert.deepStrictEqual(server.called, [])
    })
  )

  it.scoped.each([
    ["a model of 501 characters", `/v1beta/models/${"x".repeat(501)}:generateContent`],
    ["a path of 5,000", `/${"long/".repeat(1_000)}`]
  ] as const)("%s is a 404 that repeats no more than 200 of them", ([, path]) =>
    Effect.gen(function* () {
      const server = yield* serve()
      const answer = yield* server.send({ path })
      assert.strictEqual(answer.status, 404)
      const message = `no operation answers POST ${path.slice(0, 200)}; GET /docs lists them all`
      assert.deepNestedInclude(shown(answer), { "body.error.message": message })
    })
  )

  it.scoped("HEAD is a 404 without a body", () =>
    Effect.gen(function* () {
      const server = yield* serve()
      const { bytes, status } = yield* server.send({ method: "HEAD", path: "/v1/embeddings" })
      assert.deepStrictEqual({ status, size: bytes.length }, { status: 404, size: 0 })
    })
  )

  it.scoped("does not repeat the query, which may hold secrets", () =>
    Effect.gen(function* () {
      const server = yield* serve()
      const answer = yield* server.send({ path: "/nowhere?token=secret-token" })
      assert.strictEqual(answer.status, 404)
      assert.notInclude(answer.bytes.toString(), "secret-token")
    })
  )
})

it.scoped("an absolute request target is read by its path", () =>
  Effect.gen(function* () {
    const server = yield* serve({ embed: () => Effect.succeed({ data: [] }) })
    const { status } = yield* server.send({
      path: "http://elsewhere.example/v1/embeddings",
      headers: bearer,
      body: JSON.stringify({ model: "m", input: "i" })
    })
    assert.strictEqual(status, 200)
  })
)
