import { NodeHttpClient } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Redacted } from "effect"
import type { GatewayError } from "effect-model-gateway"
import { Embedder, Gateway, noRetries, Reranker, VideoOrders } from "effect-model-gateway"
import { apiKey, path, right, started } from "../support/gateway.js"
import { mortal } from "../support/mortal.js"

/** The services over a gateway whose upstream is at this port. */
const inFrontOf = (port: number) =>
  Effect.map(
    started({ upstream: { baseUrl: `http://127.0.0.1:${port}`, apiKey: Redacted.make("inner") } }),
    (outer) => ({
      outer,
      services: Gateway.layer({ baseUrl: outer.baseUrl, apiKey: Redacted.make(apiKey), retries: noRetries }).pipe(
        Layer.provide(NodeHttpClient.layerUndici)
      )
    })
  )

const embed = Effect.flatMap(Embedder, (it) => it.embed({ model: "m", input: "i" }))
const rerank = Effect.flatMap(Reranker, (it) => it.rerank({ model: "m", query: "q", documents: ["d"] }))
const order = Effect.flatMap(VideoOrders, (it) => it.place({ model: "m" }))

it.scopedLive("an upstream that died before the request: come again, for it never had it", () =>
  Effect.gen(function* () {
    const inner = yield* mortal()
    const { services } = yield* inFrontOf(inner.port)
    yield* inner.killed
    const calls: ReadonlyArray<Effect.Effect<unknown, GatewayError, Embedder | VideoOrders>> = [embed, order]
    for (const call of calls) {
      const failure = yield* Effect.provide(Effect.flip(call), services)
      assert.strictEqual(failure._tag, "GatewayUnavailable")
      assert.deepStrictEqual("retryAfter" in failure ? failure.retryAfter : undefined, Duration.seconds(1))
    }
  })
)

it.scopedLive("an upstream that dies with the reply begun: a read fails, and is no fault of the caller's", () =>
  Effect.gen(function* () {
    const inner = yield* mortal()
    const { services } = yield* inFrontOf(inner.port)
    const begun = yield* Effect.fork(inner.begun)
    const call = yield* Effect.fork(Effect.provide(Effect.flip(rerank), services))
    yield* Fiber.join(begun)
    yield* inner.killed
    assert.deepInclude({ ...(yield* Fiber.join(call)) }, { _tag: "GatewayUnexpectedStatus", status: 502 })
  })
)

it.scopedLive("an upstream that dies with an order's reply begun: nothing says that the order may be sent again", () =>
  Effect.gen(function* () {
    const inner = yield* mortal()
    const { services } = yield* inFrontOf(inner.port)
    const begun = yield* Effect.fork(inner.begun)
    const call = yield* Effect.fork(Effect.provide(Effect.flip(order), services))
    yield* Fiber.join(begun)
    yield* inner.killed
    const failure = yield* Fiber.join(call)
    assert.deepInclude({ ...failure }, { _tag: "GatewayUnexpectedStatus", status: 502 })
    assert.include(failure.message, "may have been accepted")
  })
)

it.scopedLive("an upstream that died after a reply and is back on its port is asked again, over a new connection", () =>
  Effect.gen(function* () {
    const inner = yield* mortal()
    const { outer } = yield* inFrontOf(inner.port)
    const ask = Effect.map(outer.send({ path, body: right }), ({ status }) => status)
    assert.strictEqual(yield* ask, 200)
    yield* inner.killed
    assert.include([502, 503], yield* ask)
    yield* mortal(inner.port)
    assert.strictEqual(yield* ask, 200)
  })
)
