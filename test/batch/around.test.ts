import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { CallEvent } from "effect-model-gateway"
import { Batch, CallListener, OrderCap, Pipelines } from "effect-model-gateway"
import { DurableEngine, durable } from "effect-model-gateway/durable"
import { directory } from "../embedded/data/support/directories.js"
import { served, videos } from "./support/served.js"

/** Runs four orders, of which the run may send two, in a program that is given something of its own. */
const runWithin = <A>(own: Layer.Layer<A>) =>
  Effect.gen(function* () {
    const { journal, services } = yield* served
    const kept = durable(Pipelines.video)
    const file = join(yield* directory, "runs.sqlite")
    const run = (orders: number) =>
      Batch.run(kept, videos(4), { runId: "monday", concurrency: 1, stopWhen: { orders } }).pipe(
        Effect.provide(Layer.provideMerge(kept.layer, DurableEngine.sqlite(file))),
        Effect.provide(services),
        Effect.provide(own)
      )
    return { run, sent: Effect.map(journal, ({ orders }) => orders.length) }
  })

it.scopedLive("a listener of the program's own hears the calls of a kept run, which are counted all the same", () =>
  Effect.gen(function* () {
    const heard: Array<string> = []
    const listen = ({ operation }: CallEvent) => Effect.sync(() => void heard.push(operation))
    const { run } = yield* runWithin(Layer.succeed(CallListener, { listen }))
    const { calls, done, withheld } = yield* run(2)
    assert.deepStrictEqual([done, withheld], [2, 1])
    assert.deepStrictEqual(
      calls.map(({ calls, failed, operation }) => [operation, calls, failed]),
      [["orderVideo", 3, 1]]
    )
    assert.deepStrictEqual(heard, ["orderVideo", "orderVideo", "orderVideo"])
  })
)

it.scopedLive.each([
  ["is wider", 100, 2],
  ["is narrower", 1, 1]
] as const)("a cap of the program's own that %s holds beside that of the run", ([, own, most]) =>
  Effect.gen(function* () {
    const { run, sent } = yield* runWithin(Layer.effect(OrderCap, OrderCap.make(own)))
    assert.deepInclude(yield* run(2), { done: most, withheld: 1 })
    assert.strictEqual(yield* sent, most)
  })
)

it.scopedLive("an order that the program's own cap holds back takes no place of the run's", () =>
  Effect.gen(function* () {
    let places = 0
    const cap = { take: Effect.sync(() => places-- > 0), giveBack: Effect.sync(() => void places++) }
    const { run, sent } = yield* runWithin(Layer.succeed(OrderCap, cap))
    assert.deepInclude(yield* run(2), { done: 0, withheld: 1 })
    places = 10
    assert.deepInclude(yield* run(2), { done: 2, withheld: 1 })
    assert.deepStrictEqual([yield* sent, places], [2, 8], "what the run's cap holds back takes no place of the other")
  })
)
