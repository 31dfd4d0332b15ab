import type { ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, Redacted } from "effect"
import { json } from "../../server/support/http.js"
import { orders, samples } from "../../support/samples.js"
import { started } from "../support/gateway.js"
import { says, upstream } from "../support/upstream.js"

const message = { error: { message: "the upstream says so" } }

const cut = (response: ServerResponse) => {
  response.writeHead(200, { "content-length": "1000" })
  response.write('{"data":', () => response.destroy())
}

interface Told {
  readonly status: number
  readonly retryAfter?: string
  readonly type: string
}

const misfit: Told = { status: 502, type: "GatewayInvalidResponse" }
const unknown: Told = { status: 502, type: "GatewayOutcomeUnknown" }
const broken: Told = { status: 502, type: "GatewayTransportError" }
const late: Told = { status: 504, type: "GatewayTimeout" }
const odd: Told = { status: 502, type: "GatewayUnexpectedStatus" }

/** What an upstream does, what callers are told, and what those are told whose order may have been taken. */
const table: ReadonlyArray<
  readonly [what: string, does: (response: ServerResponse) => void, told: Told, ofOrder?: Told]
> = [
  ["400", says(400, message), { status: 400, type: "GatewayBadRequest" }],
  ["401", says(401, message), { status: 502, type: "GatewayUnauthorized" }],
  ["403", says(403, message), odd],
  ["404", says(404, message), odd],
  ["413", says(413, message), odd],
  ["a redirect", says(307, "", { location: "/v1/embeddings" }), odd],
  ["429", says(429, message), { status: 429, type: "GatewayRateLimited" }],
  [
    "429 for 7 s",
    says(429, message, { "retry-after": "7" }),
    { status: 429, type: "GatewayRateLimited", retryAfter: "7" }
  ],
  ["500", says(500, message), odd],
  ["502 in HTML", says(502, "<html><h1>Bad Gateway</h1></html>", { "content-type": "text/html" }), odd],
  ["503", says(503, message), { status: 503, type: "GatewayUnavailable" }],
  [
    "503 for 3 s",
    says(503, message, { "retry-after": "3" }),
    { status: 503, type: "GatewayUnavailable", retryAfter: "3" }
  ],
  ["504", says(504, message), odd],
  ["a reply that is HTML", says(200, "<html></html>"), misfit],
  ["a reply that is too large", says(200, { data: "x".repeat(20_000) }), misfit, unknown],
  ["a reply that is cut", cut, broken, unknown],
  ["no reply, but the end of the connection", (response) => response.destroy(), broken, unknown],
  ["no reply at all", () => {}, late, unknown]
]

const limits = { apiKey: Redacted.make("inner"), attemptTimeout: "300 millis", maxReplyBytes: 10_000 } as const

describe.each(samples)("$operation.name", ({ body, operation, path }) => {
  it.scopedLive.each(table)("tells of %s", ([, does, told, ofOrder = told]) =>
    Effect.gen(function* () {
      const inner = yield* upstream(does)
      const outer = yield* started({ upstream: { baseUrl: inner.baseUrl, ...limits } })
      const answer = yield* outer.send({ path, body: JSON.stringify(body) })
      const { retryAfter, status, type } = operation.safety._tag === "Order" ? ofOrder : told
      assert.deepNestedInclude(json(answer), { "error.type": type })
      assert.deepStrictEqual([answer.status, answer.headers["retry-after"]], [status, retryAfter])
      assert.lengthOf(inner.received, 1)
    })
  )

  it.scopedLive("tells of an upstream that is not there when to come again", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Effect.scoped(upstream(() => {}))
      const outer = yield* started({ upstream: { baseUrl, ...limits } })
      const answer = yield* outer.send({ path, body: JSON.stringify(body) })
      assert.deepStrictEqual([answer.status, answer.headers["retry-after"]], [503, "1"])
    })
  )
})

it.scopedLive("hands on the words of a 400, and not those of a 500", () =>
  Effect.gen(function* () {
    for (const [status, expected] of [
      [400, "the upstream says so"],
      [500, "status 500"]
    ] as const) {
      const inner = yield* upstream(says(status, message))
      const outer = yield* started({ upstream: { baseUrl: inner.baseUrl, ...limits } })
      const answer = yield* outer.send({ path: "/v1/rerank", body: '{"model":"m","query":"q","documents":["d"]}' })
      assert.include(answer.bytes.toString(), expected)
    }
  })
)

it.scopedLive.each(orders)(
  "$operation.name is never told to come again where it may have been taken",
  ({ body, path }) =>
    Effect.gen(function* () {
      for (const does of [cut, (response: ServerResponse) => response.destroy(), () => {}]) {
        const inner = yield* upstream(does)
        const outer = yield* started({ upstream: { baseUrl: inner.baseUrl, ...limits } })
        const { headers, status } = yield* outer.send({ path, body: JSON.stringify(body) })
        assert.deepStrictEqual([status, headers["retry-after"]], [502, undefined])
      }
    })
)

it.scopedLive("a reply that nests without end is no end of the gateway", () =>
  Effect.gen(function* () {
    const inner = yield* upstream(says(200, "[".repeat(100_000) + "]".repeat(100_000)))
    const outer = yield* started({ upstream: { baseUrl: inner.baseUrl, apiKey: limits.apiKey } })
    for (const { body, path } of samples) {
      const { status } = yield* outer.send({ path, body: JSON.stringify(body) })
      assert.include([500, 502], status)
    }
    assert.strictEqual((yield* outer.send({ method: "GET", path: "/healthz" })).status, 200)
  }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger)))
)
