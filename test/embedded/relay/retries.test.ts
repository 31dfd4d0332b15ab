import { NodeHttpClient } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import type { GatewayClientOptions } from "effect-model-gateway"
import { Embedder, Gateway, PollPolicy, standardRetries } from "effect-model-gateway"
import { apiKey, started } from "../support/gateway.js"
import { says, upstream } from "../support/upstream.js"

const hasty = { ...standardRetries, backoff: PollPolicy.fixed("1 millis") }

/** How often a request reaches an upstream that is never available, sent by a client that tries it three times. */
const attempts = (ofRelay: Pick<GatewayClientOptions, "retries">) =>
  Effect.gen(function* () {
    const inner = yield* upstream(says(503, "busy"))
    const outer = yield* started({ upstream: { baseUrl: inner.baseUrl, apiKey: Redacted.make("inner"), ...ofRelay } })
    const services = Gateway.layer({ baseUrl: outer.baseUrl, apiKey: Redacted.make(apiKey), retries: hasty })
    const failure = yield* Effect.flatMap(Embedder, (it) => it.embed({ model: "m", input: "i" })).pipe(
      Effect.flip,
      Effect.provide(Layer.provide(services, NodeHttpClient.layerUndici))
    )
    assert.deepInclude({ ...failure }, { _tag: "GatewayUnavailable", attempts: 3 })
    return inner.received.length
  })

it.scopedLive.each([
  ["where nothing is said of them", {}, 3],
  ["where they are left undefined", { retries: undefined }, 3],
  ["unless they are asked for", { retries: hasty }, 9]
] as const)("retries do not multiply, %s", ([, options, expected]) =>
  Effect.map(attempts(options), (count) => assert.strictEqual(count, expected))
)
