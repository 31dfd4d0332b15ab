import { assert, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { errands, orderOf } from "./support/errands.js"
import { start, work } from "./support/workers.js"

const hanging = [{ operation: "generateChatImage", at: [1], fault: { kind: "hang", accepts: true } }] as const

it.scopedLive("SIGTERM ends a process with a step under way within three seconds, and the next one goes on", () =>
  Effect.gen(function* () {
    const { gateway, of } = yield* errands([{ operation: "listAssets", at: [1], fault: { kind: "hang" } }])
    const errand = of("a fox").generateImageAssets
    const running = yield* start(errand)
    yield* running.says("started generateImageAssets/list assets")
    yield* Effect.sleep("300 millis")
    const asked = yield* Clock.currentTimeMillis
    running.kill("SIGTERM")
    const { code } = yield* running.ended
    assert.strictEqual(code, 0)
    assert.isBelow((yield* Clock.currentTimeMillis) - asked, 3_000)
    const { events, success } = yield* work(errand)
    assert.include(events, `replayed ${orderOf("a fox")}`)
    assert.include(events, "done generateImageAssets/list assets")
    assert.strictEqual(success.images.length, 1)
    assert.strictEqual(yield* gateway.ordersOf("a fox"), 1)
  })
)

it.scopedLive("an order that SIGTERM interrupts is not sent again within the process, nor by the next one", () =>
  Effect.gen(function* () {
    const { gateway, of } = yield* errands(hanging)
    const errand = of("a fox").generateImageAssets
    const killAt = { event: `started ${orderOf("a fox")}`, after: 500, signal: "SIGTERM" } as const
    assert.propertyVal(yield* work({ ...errand, killAt }), "code", 0)
    const { success } = yield* work(errand)
    assert.strictEqual(success.failures[0].error._tag, "GatewayOutcomeUnknown")
    assert.strictEqual(yield* gateway.ordersOf("a fox"), 1)
  })
)

it.scopedLive("a second process on the same file is refused, with what to do, until the first has ended", () =>
  Effect.gen(function* () {
    const { gateway, of } = yield* errands(hanging)
    const errand = of("a fox").generateImageAssets
    const first = yield* start(errand)
    yield* first.says(`started ${orderOf("a fox")}`)
    const second = yield* work(errand)
    assert.strictEqual(second.code, 1)
    assert.deepStrictEqual(second.events, [])
    assert.include(
      second.err,
      `the store ${errand.file} cannot be used: this or another process works on it; stop that first`
    )
    first.kill("SIGKILL")
    yield* first.ended
    assert.propertyVal(yield* work(errand), "code", 0)
    assert.isAtMost(yield* gateway.ordersOf("a fox"), 1)
  })
)

it.scopedLive("what a killed process left goes on as soon as the store is open, without a word", () =>
  Effect.gen(function* () {
    const { of } = yield* errands()
    const errand = of("a fox").generateImageAssets
    const killAt = { event: `done ${orderOf("a fox")}`, after: 0, signal: "SIGKILL" } as const
    yield* work({ ...errand, killAt })
    const next = yield* start({ ...errand, execute: false })
    yield* next.says("done generateImageAssets/list assets")
  })
)

it.scopedLive("a process that does not have a pipeline leaves its executions to one that has", () =>
  Effect.gen(function* () {
    const { of } = yield* errands()
    const errand = of("a fox").generateImageAssets
    const killAt = { event: "done generateImageAssets/prepare folder", after: 0, signal: "SIGKILL" } as const
    yield* work({ ...errand, killAt })
    const other = yield* start({ ...errand, execute: false, registers: false })
    yield* other.says("opened")
    yield* Effect.sleep("1500 millis")
    other.kill("SIGKILL")
    yield* other.ended
    const { success } = yield* work(errand)
    assert.strictEqual(success.images.length, 1)
  })
)
