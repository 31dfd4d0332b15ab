import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { serve, shown } from "./support/serve.js"

it.scoped.each([
  ["/healthz", "ok"],
  ["/readyz", "ready"]
] as const)("%s answers without the key, and names no more than the state", ([path, status]) =>
  Effect.gen(function* () {
    const server = yield* serve()
    const answer = yield* server.send({ method: "GET", path, headers: { authorization: "" } })
    assert.deepStrictEqual(shown(answer), { status: 200, body: { status } })
    assert.strictEqual(answer.headers["content-type"], "application/json")
  })
)

it.scoped.each(["/healthz", "/readyz"])("%s answers a HEAD, and nothing that would change something", (path) =>
  Effect.gen(function* () {
    const server = yield* serve()
    const head = yield* server.send({ method: "HEAD", path })
    assert.deepStrictEqual([head.status, head.bytes.length], [200, 0])
    for (const method of ["POST", "PUT", "DELETE"]) {
      assert.strictEqual((yield* server.send({ method, path })).status, 404)
    }
  })
)

it.scoped("the health is answered however busy the gateway is", () =>
  Effect.gen(function* () {
    const server = yield* serve({ embed: () => Effect.never }, { maxConcurrentRequests: 0 })
    const work = yield* server.send({ path: "/v1/embeddings", body: '{"model":"m","input":"i"}' })
    assert.strictEqual(work.status, 503)
    for (const path of ["/healthz", "/readyz"]) {
      assert.strictEqual((yield* server.send({ method: "GET", path })).status, 200)
    }
  })
)
