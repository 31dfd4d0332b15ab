import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer, Schema } from "effect"
import { step } from "effect-model-gateway"
import { DurableEngine, durable } from "effect-model-gateway/durable"
import { logged } from "../embedded/data/support/logs.js"
import { disk } from "../support/disk.js"
import { errands } from "./support/errands.js"
import { start, work } from "./support/workers.js"

/** Takes all the room that a disk has left. */
const fill = (place: string) =>
  Effect.ignore(Effect.try(() => writeFileSync(join(place, "filler"), Buffer.alloc(2_000_000))))

const makeRoom = (place: string) => Effect.sync(() => rmSync(join(place, "filler")))

it.scopedLive("a full disk holds a run up, with a word in the log, and loses nothing", ({ skip }) =>
  Effect.gen(function* () {
    const place = yield* disk
    if (place === "") return skip("this machine lets the test mount no disk")
    const done: Array<string> = []
    const note = (name: string) => Effect.sync(() => done.push(name))
    const filling = durable({
      name: "filling",
      input: Schema.Struct({ text: Schema.String }),
      success: Schema.Int,
      error: Schema.Never,
      run: ({ text }) =>
        Effect.gen(function* () {
          const long = yield* Effect.zipRight(note("read"), fill(place)).pipe(
            Effect.as(text.repeat(100_000)),
            step("read", { success: Schema.String })
          )
          yield* Effect.asVoid(note("order")).pipe(step("order", { success: Schema.Void, safety: "Order" }))
          return long.length
        })
    })
    const { layer, lines } = logged()
    const engine = Layer.provideMerge(filling.layer, DurableEngine.sqlite(join(place, "runs.sqlite")))
    yield* Effect.gen(function* () {
      const run = yield* Effect.fork(filling.execute({ text: "x" }))
      while (lines.length === 0) yield* Effect.sleep("20 millis")
      assert.include(lines[0], "WARN the store of executions fails (database or disk is full)")
      assert.deepStrictEqual(done, ["read"])
      yield* makeRoom(place)
      assert.strictEqual(yield* Fiber.join(run), 100_000)
      assert.deepStrictEqual(done, ["read", "order"])
    }).pipe(Effect.provide(engine), Effect.provide(layer))
  })
)

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  it.scopedLive(
    `${signal} ends a process whose disk is full, and the next one goes on when there is room`,
    ({ skip }) =>
      Effect.gen(function* () {
        const place = yield* disk
        if (place === "") return skip("this machine lets the test mount no disk")
        const { gateway, of } = yield* errands([
          { operation: "generateChatImage", at: [1], fault: { kind: "slowBody", millis: 1500 } }
        ])
        const errand = { ...of("a fox").generateImageAssets, file: join(place, "runs.sqlite") }
        const running = yield* start(errand)
        // The outcome of the order is what cannot be kept, which the engine does where it lets nothing interrupt it.
        while ((yield* gateway.ordersOf("a fox")) === 0) yield* Effect.sleep("20 millis")
        yield* fill(place)
        yield* running.logs("the store of executions fails (database or disk is full)")
        const asked = yield* Clock.currentTimeMillis
        running.kill(signal)
        yield* running.ended
        assert.isBelow((yield* Clock.currentTimeMillis) - asked, 4_000)
        yield* makeRoom(place)
        const { code, success } = yield* work(errand)
        assert.strictEqual(code, 0)
        assert.strictEqual(success.failures[0].error._tag, "GatewayOutcomeUnknown")
        assert.strictEqual(yield* gateway.ordersOf("a fox"), 1)
      }),
    30_000
  )
}
