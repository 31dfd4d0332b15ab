import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Gateway, withDeadline } from "effect-model-gateway"
import { apiKey, bodyThat, fakeGateway, recorded, recording } from "../support/fakeGateway.js"
import { listening } from "../support/listening.js"
import { orders } from "../support/samples.js"
import { within } from "../support/time.js"

const asking = { "retry-after": "1" }

/** The statuses that tell of an order that it was not accepted, with a body that stalls. */
const stalling = (status: number) => bodyThat("stalls", "no ", { status, headers: asking })

describe("an error whose body stalls, with little time left,", () => {
  it.effect.each([
    [400, "GatewayBadRequest"],
    [429, "GatewayRateLimited"],
    [503, "GatewayUnavailable"]
  ] as const)("is known by its status, %i, in an attempt and in a budget", ([status, _tag]) =>
    Effect.gen(function* () {
      for (const { call } of orders) {
        const attempts = fakeGateway(() => stalling(status), { attemptTimeout: "2 seconds" })
        const error = yield* call.pipe(Effect.provide(attempts.layer), Effect.flip, within("1 minute"))
        assert.deepInclude({ ...error }, { _tag, detail: "no", attempts: status === 400 ? 1 : 3 })

        const budget = fakeGateway(() => stalling(status))
        const inBudget = withDeadline("3 seconds")(call)
        const late = yield* inBudget.pipe(Effect.provide(budget.layer), Effect.flip, within("3100 millis"))
        assert.deepInclude({ ...late }, { _tag, attempts: 1 })
      }
    })
  )

  it.effect("lets an order that was not accepted be sent again", () =>
    Effect.gen(function* () {
      for (const { call, reply } of orders) {
        const gateway = fakeGateway([stalling(429), recorded(reply)], { attemptTimeout: "2 seconds" })
        yield* call.pipe(Effect.provide(gateway.layer), within("1 minute"))
        assert.lengthOf(gateway.received, 2)
      }
    })
  )

  it.scopedLive("does so over a socket too, and its connection ends", () =>
    Effect.gen(function* () {
      const [order] = orders
      assert(order !== undefined)
      let requests = 0
      let closed = 0
      const baseUrl = yield* listening((request, response) => {
        requests += 1
        request.resume()
        if (requests > 1) return response.writeHead(200).end(recording(order.reply))
        response.on("close", () => {
          closed += 1
        })
        return response.writeHead(429, { "retry-after": "0" }).write("no ")
      })
      const gateway = Gateway.layer({ baseUrl, apiKey: Redacted.make(apiKey), attemptTimeout: "400 millis" })
      const call = Effect.provide(order.call, Layer.provide(gateway, NodeHttpClient.layerUndici))
      yield* call
      assert.deepStrictEqual({ requests, closed }, { requests: 2, closed: 1 })
    })
  )
})
