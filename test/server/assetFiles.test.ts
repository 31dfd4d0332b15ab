import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { AssetFiles } from "effect-model-gateway"
import { png } from "./support/exchanges.js"
import { send } from "./support/http.js"
import { serve, shown } from "./support/serve.js"

const filesOf = (ids: ReadonlyArray<string>): typeof AssetFiles.Service => ({
  read: (id) => Effect.succeed(ids.includes(id) ? Option.some({ bytes: png, mimeType: "image/png" }) : Option.none())
})

describe("files of assets", () => {
  it.scoped.each([
    ["/assets/asset-1", "asset-1"],
    ["/assets/asset-1?download=1", "asset-1"],
    ["/assets/a%20b", "a b"],
    ["/assets/a%2Fb.png", "a/b.png"],
    ["/assets/..%2F..%2Fetc", "../../etc"]
  ] as const)("%s is served to whoever has the URL", ([path, id]) =>
    Effect.gen(function* () {
      const server = yield* serve({}, { files: filesOf([id]) })
      const answer = yield* send(server.port, { method: "GET", path })
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(new Uint8Array(answer.bytes), png)
      assert.deepInclude(answer.headers, {
        "content-type": "image/png",
        "content-length": String(png.length),
        "x-content-type-options": "nosniff"
      })
      assert.match(String(answer.headers["x-request-id"]), /^[0-9a-f]{32}$/)
    })
  )

  it.scoped("HEAD tells the size without the bytes", () =>
    Effect.gen(function* () {
      const server = yield* serve({}, { files: filesOf(["asset-1"]) })
      const { bytes, headers, status } = yield* send(server.port, { method: "HEAD", path: "/assets/asset-1" })
      assert.deepStrictEqual([status, headers["content-length"], bytes.length], [200, String(png.length), 0])
    })
  )

  it.scoped.each(["/assets/asset-2", "/assets/ASSET-1", "/assets/%2e%2e", `/assets/${"x".repeat(400)}`])(
    "%s is not known",
    (path) =>
      Effect.gen(function* () {
        const server = yield* serve({}, { files: filesOf(["asset-1"]) })
        const answer = yield* send(server.port, { method: "GET", path })
        assert.deepStrictEqual(shown(answer), {
          status: 404,
          body: {
            error: { type: "NotFound", message: "no asset has this id" },
            traceId: answer.headers["x-request-id"]
          }
        })
      })
  )

  it.scoped.each([
    ["POST", "/assets/asset-1"],
    ["GET", "/assets"],
    ["GET", "/assets/asset-1/more"],
    ["GET", "/Assets/asset-1"]
  ])("%s %s is no file", ([method = "", path = ""]) =>
    Effect.gen(function* () {
      const server = yield* serve({}, { files: filesOf(["asset-1"]) })
      const answer = yield* send(server.port, { method, path })
      const message = `no operation answers ${method} ${path}; GET /docs lists them all`
      assert.strictEqual(answer.status, 404)
      assert.deepNestedInclude(shown(answer), { "body.error.message": message })
    })
  )

  it.scoped("a file that cannot be read is a 500, with its reason in the log alone", () =>
    Effect.gen(function* () {
      const server = yield* serve({}, { files: { read: () => Effect.die(new Error("secret-detail")) } })
      const answer = yield* send(server.port, { method: "GET", path: "/assets/asset-1" })
      assert.strictEqual(answer.status, 500)
      assert.notInclude(answer.bytes.toString(), "secret-detail")
      assert.include(server.logs.join(), `trace ${answer.headers["x-request-id"]}`)
      assert.include(server.logs.join(), "secret-detail")
    })
  )
})
