import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { generateImageAssets } from "effect-model-gateway/durable"
import { cluster } from "./support/cluster.js"
import { freeAddress, statement } from "./support/database.js"
import { orderOf } from "./support/errands.js"
import { start } from "./support/workers.js"

describe.concurrent("a runner on a database", () => {
  it.scopedLive(
    "that is stopped while it hands an execution on ends within three seconds, and the execution does not fail",
    () =>
      Effect.gen(function* () {
        const { client, gateway, of, runner, runnerAt, url } = yield* cluster([
          { operation: "generateChatImage", at: [9], fault: { kind: "slowBody", millis: 5000 } }
        ])
        const address = yield* freeAddress
        const [stopped, joining] = yield* Effect.all([runner, runnerAt(address)], { concurrency: 2 })
        yield* Effect.sleep("3 seconds")
        const inputOf = (name: string) => of(name).generateImageAssets.input
        const names = Array.from({ length: 8 }, (_, n) => `image-${n}`)
        yield* Effect.forEach(names, (name) => generateImageAssets.execute(inputOf(name)), { concurrency: 8 }).pipe(
          Effect.provide(client)
        )
        // One that belongs to the runner of this address, and which the other one gets while that is not there.
        joining.kill("SIGTERM")
        const { events } = yield* joining.ended
        const name = names.find((it) => events.includes(`started ${orderOf(it)}`)) ?? "none"
        const execution = yield* generateImageAssets.executionId(inputOf(name))
        const own = `SELECT id FROM gateway_messages WHERE entity_id = '${execution}'`
        yield* statement(url, `DELETE FROM gateway_replies WHERE request_id IN (${own})`)
        yield* statement(url, `DELETE FROM gateway_messages WHERE entity_id = '${execution}'`)
        yield* statement(url, `DELETE FROM gateway_claims WHERE execution = '${execution}'`)
        const before = yield* gateway.ordersOf(execution)
        const running = yield* Effect.fork(Effect.provide(generateImageAssets.execute(inputOf(name)), client))
        while ((yield* gateway.ordersOf(execution)) === before) yield* Effect.sleep("50 millis")
        yield* runnerAt(address)
        // By now it is being handed on, which takes two seconds.
        yield* Effect.sleep("1200 millis")
        const asked = yield* Clock.currentTimeMillis
        stopped.kill("SIGTERM")
        assert.propertyVal(yield* stopped.ended, "code", 0)
        assert.isBelow((yield* Clock.currentTimeMillis) - asked, 3_000)
        const { failures } = yield* Fiber.join(running)
        assert.deepStrictEqual(
          failures.map(({ error }) => error._tag),
          ["GatewayOutcomeUnknown"]
        )
        assert.strictEqual(yield* gateway.ordersOf(execution), before + 1)
      }),
    60_000
  )

  it.scopedLive(
    "whose pipeline is missing leaves executions to the next one that has it, also those of a client that is gone",
    () =>
      Effect.gen(function* () {
        const { client, of, runner, url } = yield* cluster()
        const inputs = Array.from({ length: 4 }, (_, n) => of(`image-${n}`).generateImageAssets.input)
        yield* Effect.forEach(inputs, (input) => generateImageAssets.start(input)).pipe(Effect.provide(client))
        const postgres = { url, self: yield* freeAddress }
        const bare = yield* start({ ...of("any").generateImageAssets, postgres, execute: false, registers: false })
        yield* bare.says("opened")
        yield* Effect.sleep("2 seconds")
        bare.kill("SIGTERM")
        yield* bare.ended
        yield* runner
        const outcomes = yield* Effect.forEach(inputs, (input) => generateImageAssets.execute(input)).pipe(
          Effect.provide(client)
        )
        assert.deepStrictEqual(
          outcomes.map(({ images }) => images.length),
          [1, 1, 1, 1]
        )
      }),
    60_000
  )
})
