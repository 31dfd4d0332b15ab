import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { attacked } from "../support/attacked.js"
import { apiKey, head, path, right, statuses } from "../support/gateway.js"

const close = "Connection: close"
const length = `Content-Length: ${right.length}`

/** Paths that lead nowhere, or to where they say and no further. */
const targets: ReadonlyArray<readonly [target: string, status: number]> = [
  ["/../v1/embeddings", 404],
  ["/../../../../etc/passwd", 404],
  ["/assets/../../../../etc/passwd", 404],
  ["/assets/..%2f..%2f..%2fetc%2fpasswd", 404],
  ["/assets/%2e%2e%2f%2e%2e%2fetc%2fpasswd", 404],
  ["/assets/%252e%252e%252fetc%252fpasswd", 404],
  ["/assets/..\\..\\etc\\passwd", 404],
  ["/assets/%00", 404],
  ["/assets/%", 404],
  ["/assets/%ff", 404],
  ["/assets/%c0%af", 404],
  ["/assets/", 404],
  ["/assets", 404],
  ["//v1/embeddings", 404],
  ["//healthz", 200],
  ["/healthz/", 200],
  ["/healthz%00", 404],
  ["/healthz;x=1", 200],
  ["/healthz%2f..", 404],
  ["/HEALTHZ", 404],
  ["/./healthz", 404],
  ["*", 404],
  ["healthz", 400],
  ["?", 400],
  ["/healthz?x=%ff%00%", 200],
  ["/healthz#/v1/embeddings", 200],
  ["http://elsewhere.example/healthz", 200],
  ["http://user:secret-password@elsewhere.example/nowhere", 404],
  ["http://[", 404],
  ["https://elsewhere.example", 404],
  ["file:///etc/passwd", 404],
  ["/\u00e9", 400],
  ["/\u0007", 400],
  ["/\u0000", 400],
  ["/__proto__", 404],
  ["/constructor", 404],
  ["/assets/__proto__", 404],
  ["/assets/constructor", 404],
  [`/${"a/".repeat(7_000)}`, 404],
  [`/v1beta/models/${"x".repeat(14_000)}:generateContent`, 404]
]

it.scoped.each(targets)("GET %s", ([target, status]) =>
  Effect.gen(function* () {
    const gateway = yield* attacked()
    const answer = yield* gateway.write(head(`GET ${target} HTTP/1.1`, close))
    assert.deepStrictEqual(statuses(answer), [status])
    assert.notMatch(answer, /root:|secret-password/)
  })
)

it.scoped.each([
  "/v1beta/models/..%2f..%2fetc:generateContent",
  "/v1beta/models/%00:generateContent",
  "/v1beta/models/__proto__:generateContent"
])("a model named to break out, %s, is a name and no more", (target) =>
  Effect.gen(function* () {
    const gateway = yield* attacked()
    const body = JSON.stringify({ contents: [{ parts: [{ text: "a harbour" }] }] })
    assert.strictEqual((yield* gateway.send({ path: target, body })).status, 200)
  })
)

it.scoped("line breaks in a target or a header's value make no header of the answer", () =>
  Effect.gen(function* () {
    const gateway = yield* attacked()
    for (const target of ["/x%0d%0aSet-Cookie:%20a=b", "/x%0d%0a%0d%0aHTTP/1.1%20200%20OK"]) {
      const answer = yield* gateway.write(head(`GET ${target} HTTP/1.1`, close))
      assert.deepStrictEqual(statuses(answer.split("\r\n\r\n")[0] ?? ""), [404])
      assert.notMatch(answer, /^set-cookie/im)
    }
    const split = yield* gateway.write(`GET /x HTTP/1.1\r\nHost: g\r\nX: a\rSet-Cookie: a=b\r\n${close}\r\n\r\n`)
    assert.deepStrictEqual(statuses(split), [400])
  })
)

describe("methods", () => {
  it.scoped.each([
    ["GET", 404],
    ["HEAD", 404],
    ["PUT", 404],
    ["DELETE", 404],
    ["OPTIONS", 404],
    ["TRACE", 404],
    ["PROPFIND", 404],
    ["PURGE", 404],
    ["post", 400],
    ["BREW", 400],
    ["P", 400]
  ] as const)("%s on the path of an operation", ([method, status]) =>
    Effect.gen(function* () {
      const gateway = yield* attacked()
      const answer = yield* gateway.write(head(`${method} ${path} HTTP/1.1`, close, length) + right)
      assert.deepStrictEqual(statuses(answer), [status])
    })
  )

  it.scoped("TRACE does not give the key back", () =>
    Effect.gen(function* () {
      const gateway = yield* attacked()
      assert.notInclude(yield* gateway.write(head(`TRACE ${path} HTTP/1.1`, close)), apiKey)
    })
  )

  it.scoped("CONNECT makes no tunnel: the connection is closed unanswered", () =>
    Effect.gen(function* () {
      const gateway = yield* attacked()
      const answer = yield* gateway.write(head("CONNECT elsewhere.example:443 HTTP/1.1"))
      assert.strictEqual(answer, "")
    })
  )

  it.scoped("a method that a header wishes for is not taken", () =>
    Effect.gen(function* () {
      const gateway = yield* attacked()
      const wish = "X-HTTP-Method-Override: POST"
      assert.deepStrictEqual(statuses(yield* gateway.write(head(`GET ${path} HTTP/1.1`, close, wish))), [404])
    })
  )
})
