import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { GatewayRateLimited, GatewayUnavailable, operations } from "effect-model-gateway"
import { exchanges } from "./support/exchanges.js"
import { all } from "./support/fakeServices.js"
import { serve } from "./support/serve.js"

const about = { operation: "upstream", attempts: 1 }
const retryAfter = Duration.seconds(1)

describe.each(exchanges)("$name on $path", ({ answers, body, name, path }) => {
  const isOrder = operations.some((operation) => operation.name === name && operation.safety._tag === "Order")

  const markOf = (...how: Parameters<typeof serve>) =>
    Effect.gen(function* () {
      const server = yield* serve(...how)
      return (yield* server.send({ path, body: JSON.stringify(body) })).headers["x-should-retry"]
    })

  it.scoped.each([
    ["a defect", all(Effect.die(new Error("broken")))],
    ["a bare 503", all(Effect.fail(new GatewayUnavailable(about)))],
    ["an interruption", all(Effect.interrupt)]
  ] as const)("clients are told not to repeat %s, where it is an order", ([, services]) =>
    Effect.map(markOf(services), (mark) => assert.strictEqual(mark, isOrder ? "false" : undefined))
  )

  it.scoped.each([
    ["the reply", answers, {}],
    ["a 429", all(Effect.fail(new GatewayRateLimited(about))), {}],
    ["a 503 with Retry-After", all(Effect.fail(new GatewayUnavailable({ ...about, retryAfter }))), {}],
    ["a gateway that is busy", answers, { maxConcurrentRequests: 0 }]
  ] as const)("clients are told nothing by %s", ([, services, options]) =>
    Effect.map(markOf(services, options), (mark) => assert.isUndefined(mark))
  )
})
