import { assert, it } from "@effect/vitest"
import { Cause, Effect, Exit, Schema, Stream } from "effect"
import { GatewayError, stage, step, VideoOrders } from "effect-model-gateway"
import { Runs } from "effect-model-gateway/durable"
import { fakeGateway, json } from "../support/fakeGateway.js"
import { videoOrder } from "../support/videoOrder.js"
import type { Trap } from "./support/trap.js"
import { opened, pipeline, store } from "./support/trap.js"

const number = { success: Schema.Number }

/** How an execution ends, in words where it is a defect. */
const endOf = <A, E>(trap: Trap<A, E>) =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit(Effect.provide(trap.execute({}), opened(yield* store)(trap)))
    return Exit.isSuccess(exit) ? exit.value : String(Cause.squash(exit.cause))
  })

const order = Effect.flatMap(VideoOrders, ({ place }) => place(videoOrder))

it.scopedLive.each(["outside", "inside"] as const)("an order %s of a step that only reads is not sent", (where) =>
  Effect.gen(function* () {
    const gateway = fakeGateway([json({})])
    const reads = step("reads", { success: Schema.Unknown, error: GatewayError })
    const trap = pipeline(
      Schema.Unknown,
      (where === "inside" ? reads(order) : order).pipe(Effect.provide(gateway.layer), Effect.orDie),
      Schema.Never
    )
    assert.match(String(yield* endOf(trap)), /orderVideo was not sent: .* put it into a step of its own/)
    assert.lengthOf(gateway.received, 0)
  })
)

it.scopedLive("a step that orders, inside another step, is not carried out", () =>
  Effect.gen(function* () {
    let orders = 0
    const inner = step("inner", { ...number, safety: "Order" })(Effect.sync(() => ++orders))
    const trap = pipeline(Schema.Number, step("outer", number)(inner), Schema.Never)
    assert.match(String(yield* endOf(trap)), /outer\/inner \(Order\) stands inside the step outer.*steps do not nest/)
    assert.strictEqual(orders, 0)
  })
)

it.scopedLive("names that look like numbered ones, or like a path, are not taken for them", () =>
  Effect.gen(function* () {
    let n = 0
    const next = (name: string) => step(name, number)(Effect.sync(() => ++n))
    const all = Effect.all([
      next("a"),
      next("a"),
      next("a#2"),
      stage("x")(next("b")),
      next("x/b"),
      stage("item", { item: "\ud800" })(next("c")),
      stage("item", { item: "\ud801" })(next("c"))
    ])
    assert.deepStrictEqual(
      yield* endOf(pipeline(Schema.Array(Schema.Number), all, Schema.Never)),
      [1, 2, 3, 4, 5, 6, 7]
    )
  })
)

it.scopedLive("two steps of one name at the same time are refused, for they could be taken for each other", () =>
  Effect.gen(function* () {
    const both = Effect.all([step("o", number)(Effect.never), step("o", number)(Effect.never)], { concurrency: 2 })
    const said = String(yield* endOf(pipeline(Schema.Array(Schema.Number), both, Schema.Never)))
    assert.match(said, /o is under way already; what runs at the same time needs names of its own/)
  })
)

it.scopedLive("of several defects at once the first is listed", () =>
  Effect.gen(function* () {
    const dies = (name: string) => step(name, number)(Effect.dieMessage(`${name} broke`))
    const both = Effect.all([stage("x")(dies("a")), stage("y")(dies("b"))], { concurrency: 2 })
    const trap = pipeline(Schema.Unknown, both, Schema.Never)
    yield* Effect.gen(function* () {
      yield* Effect.exit(trap.execute({}))
      const [execution] = yield* Stream.runCollect((yield* Runs).list())
      assert.deepInclude(execution?.failure, { message: "a broke" })
    }).pipe(Effect.provide(opened(yield* store)(trap)))
  })
)

it.scopedLive(
  "work that interrupts itself ends, and is not taken up for ever",
  () =>
    Effect.gen(function* () {
      let bodies = 0
      const trap = pipeline(
        Schema.Void,
        Effect.zipRight(
          Effect.sync(() => ++bodies),
          Effect.interrupt
        ),
        Schema.Never
      )
      assert.match(String(yield* endOf(trap)), /trap interrupted itself/)
      assert.strictEqual(bodies, 1)
    }),
  20_000
)

it.scopedLive("an outcome that JSON cannot write is a failure that names the step, and not what it holds", () =>
  Effect.gen(function* () {
    const big = step("big", { success: Schema.Unknown })(Effect.succeed({ secret: 10n }))
    const said = String(yield* endOf(pipeline(Schema.Unknown, big, Schema.Never)))
    assert.match(said, /big came to what its schema cannot keep as JSON/)
    assert.notInclude(said, "secret")
    const infinite = step("far", number)(Effect.succeed(Number.POSITIVE_INFINITY))
    assert.match(String(yield* endOf(pipeline(Schema.Number, infinite, Schema.Never))), /far came to what/)
  })
)

it.scopedLive("the first run sees what every later one will see", () =>
  Effect.gen(function* () {
    const date = step("date", { success: Schema.Unknown })(Effect.sync(() => new Date(0)))
    assert.strictEqual(yield* endOf(pipeline(Schema.Unknown, date, Schema.Never)), "1970-01-01T00:00:00.000Z")
  })
)

it.scopedLive("an input that JSON cannot write is refused by field", () =>
  Effect.gen(function* () {
    const { durable } = yield* Effect.promise(() => import("effect-model-gateway/durable"))
    const any = durable({
      name: "any",
      input: Schema.Struct({ a: Schema.Struct({ b: Schema.Unknown }) }),
      success: Schema.Void,
      error: Schema.Never,
      run: () => Effect.void
    })
    for (const b of [Number.NaN, new Map(), 10n]) {
      const error = yield* Effect.flip(any.executionId({ a: { b } }))
      assert.match(error.message, /^any: .*a\.b must be what JSON can write/)
    }
  })
)
