import { assert, it } from "@effect/vitest"
import { Clock, Effect, Exit, Fiber, Layer, Schema } from "effect"
import type { ProgressEvent } from "effect-model-gateway"
import { ProgressListener, sleepUntil, step, withDeadline } from "effect-model-gateway"
import { DurableEngine } from "effect-model-gateway/durable"
import type { Provided, Trap } from "./support/trap.js"
import { opened, pipeline, store } from "./support/trap.js"

const number = { success: Schema.Number }

it.scopedLive("two steps of one name, outside of any stage, are two", () =>
  Effect.gen(function* () {
    let n = 0
    const next = step("next", number)(Effect.sync(() => ++n))
    const trap = pipeline(Schema.Array(Schema.Number), Effect.all([next, next, next]), Schema.Never)
    const numbers = yield* Effect.provide(trap.execute({}), opened(yield* store)(trap))
    assert.deepStrictEqual(numbers, [1, 2, 3])
  })
)

it.scopedLive("a wait that is cut off by a stop goes on to the instant that it was for", () =>
  Effect.gen(function* () {
    const engine = opened(yield* store)
    const now = Clock.currentTimeMillis
    const waiting = Effect.gen(function* () {
      const until = yield* Effect.map(now, (at) => at + 2_500).pipe(step("plan", number))
      yield* sleepUntil("wait", until)
      return until
    })
    const trap = pipeline(Schema.Number, waiting, Schema.Never)
    const began = yield* now
    yield* Effect.provide(Effect.zipRight(trap.start({}), Effect.sleep("1 second")), engine(trap))
    const until = yield* Effect.provide(trap.execute({}), engine(trap))
    const late = (yield* now) - until
    assert.isTrue(until - began < 4_000 && late >= 0 && late < 1_400, `${until - began} ms, and ${late} ms late`)
  })
)

it.scopedLive.each(["Read", "Order"] as const)(
  "a step (%s) that is interrupted from inside is not carried out again",
  (safety) =>
    Effect.gen(function* () {
      let times = 0
      const interrupted = Effect.suspend(() => {
        times++
        return Effect.interrupt
      })
      const trap = pipeline(Schema.Void, step("a", { success: Schema.Void, safety })(interrupted), Schema.Never)
      const exit = yield* Effect.provide(Effect.exit(trap.execute({})), opened(yield* store)(trap))
      assert.isTrue(Exit.isFailure(exit))
      assert.strictEqual(times, 1)
    })
)

it.scopedLive("a deadline that ended a step is read back as what it was", () =>
  Effect.gen(function* () {
    const engine = opened(yield* store)
    const trap = (last: Effect.Effect<number>) =>
      pipeline(
        Schema.String,
        Effect.gen(function* () {
          const late = yield* Effect.flip(step("late", number)(Effect.succeed(1)).pipe(withDeadline("0 millis")))
          yield* step("last", number)(last)
          return `${late._tag} ${late.during}`
        }),
        Schema.Number
      )
    const hanging = trap(Effect.never)
    yield* Effect.provide(Effect.zipRight(hanging.start({}), Effect.sleep("500 millis")), engine(hanging))
    const ending = trap(Effect.succeed(2))
    assert.strictEqual(yield* Effect.provide(ending.execute({}), engine(ending)), "DeadlineExceeded late")
  })
)

it.scopedLive("a stop is told as no failure, and what comes from the store as replayed", () =>
  Effect.gen(function* () {
    const file = yield* store
    const body = (last: Effect.Effect<number>) =>
      pipeline(
        Schema.Number,
        Effect.zipRight(step("a", number)(Effect.succeed(1)), step("b", number)(last)),
        Schema.Never
      )
    const told = (trap: Trap<number, never>, use: Effect.Effect<unknown, unknown, Provided>) =>
      Effect.gen(function* () {
        const events: Array<string> = []
        const listen = ({ name, state }: ProgressEvent) => Effect.sync(() => void events.push(`${name} ${state}`))
        yield* use.pipe(Effect.provide(opened(file)(trap)), Effect.provideService(ProgressListener, { listen }))
        return events
      })
    const hanging = body(Effect.never)
    const stopped = yield* told(hanging, Effect.zipRight(hanging.start({}), Effect.sleep("500 millis")))
    assert.deepStrictEqual(stopped, ["a started", "a done", "b started"])
    const whole = body(Effect.succeed(2))
    assert.deepStrictEqual(yield* told(whole, whole.execute({})), ["a replayed", "b started", "b done"])
  })
)

it.scopedLive("engines in memory keep nothing, and carry out the same", () =>
  Effect.gen(function* () {
    let n = 0
    const trap = pipeline(Schema.Number, step("next", number)(Effect.sync(() => ++n)), Schema.Never)
    const once = Effect.all([trap.execute({}), trap.execute({})])
    const memory = Layer.provideMerge(trap.layer, DurableEngine.memory)
    assert.deepStrictEqual(yield* Effect.provide(once, memory), [1, 1])
    assert.deepStrictEqual(yield* Effect.provide(once, Layer.fresh(memory)), [2, 2])
  })
)

it.scopedLive("a caller who leaves does not stop the work", () =>
  Effect.gen(function* () {
    const file = yield* store
    let done = false
    const slow = Effect.andThen(
      Effect.sleep("300 millis"),
      Effect.sync(() => (done = true))
    )
    const trap = pipeline(Schema.Void, Effect.asVoid(step("slow", { success: Schema.Boolean })(slow)), Schema.Never)
    yield* Effect.gen(function* () {
      const caller = yield* Effect.fork(trap.execute({}))
      yield* Effect.sleep("100 millis")
      yield* Fiber.interrupt(caller)
      yield* Effect.sleep("600 millis")
    }).pipe(Effect.provide(opened(file)(trap)))
    assert.isTrue(done)
  })
)
