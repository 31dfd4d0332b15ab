import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Cause, Chunk, Effect, Fiber, Layer, Schema, Stream } from "effect"
import { step } from "effect-model-gateway"
import { DurableEngine, durable, Runs } from "effect-model-gateway/durable"
import { directory, statements } from "../embedded/data/support/directories.js"
import { logged } from "../embedded/data/support/logs.js"
import { counts, digestOf } from "./support/digest.js"

/** Of a `bigint` there is no JSON. */
const Size = Schema.Struct({ size: Schema.BigIntFromSelf })

const notKept = (name: string) => `${name} came to what its schema cannot keep as JSON`

it.scopedLive.each([true, false])(
  "an outcome that cannot be kept ends the execution as failed (of a step: %s)",
  (inStep) =>
    Effect.gen(function* () {
      const file = join(yield* directory, "runs.sqlite")
      const { layer, lines } = logged()
      let measured = 0
      const sizes = durable({
        name: "sizes",
        input: Schema.Struct({ text: Schema.String }),
        success: Size,
        error: Schema.Never,
        run: ({ text }) =>
          Effect.sync(() => {
            measured++
            return { size: BigInt(text.length) }
          }).pipe((measure) => (inStep ? step("measure", { success: Size })(measure) : measure))
      })
      const engine = Layer.provideMerge(sizes.layer, DurableEngine.sqlite(file))
      const run = Effect.gen(function* () {
        const cause = yield* Effect.flip(Effect.sandbox(sizes.execute({ text: "x" })))
        const message = notKept(inStep ? "measure" : "sizes")
        assert.strictEqual(Cause.prettyErrors(cause)[0]?.message, message)
        const [execution] = yield* Stream.runCollect((yield* Runs).list())
        assert.strictEqual(execution?.state, "failed")
        assert.deepStrictEqual(execution?.failure, { name: "Error", message })
      }).pipe(Effect.provide(engine), Effect.provide(layer))
      yield* run
      yield* run
      assert.deepStrictEqual(lines, [])
      assert.strictEqual(measured, 1, "what has ended is not carried out again")
    })
)

const refusing = (table: string) =>
  `CREATE TRIGGER refusing BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'not here'); END`

it.scopedLive("a claim that is refused for good fails its step, and nothing goes out", () =>
  Effect.gen(function* () {
    const file = join(yield* directory, "runs.sqlite")
    const work = counts()
    const digest = digestOf(work)
    yield* Effect.gen(function* () {
      yield* statements(file, refusing("gateway_claims"))
      const cause = yield* Effect.flip(Effect.sandbox(digest.execute({ text: "a" })))
      assert.include(Cause.pretty(cause), "the store of executions does not take it: not here")
      assert.strictEqual(work.of("order a"), 0)
      assert.strictEqual(Chunk.size(yield* Stream.runCollect((yield* Runs).list({ state: "failed" }))), 1)
    }).pipe(Effect.provide(Layer.provideMerge(digest.layer, DurableEngine.sqlite(file))))
  })
)

it.scopedLive("a store that takes no outcome at all is waited for, with a word in the log", () =>
  Effect.gen(function* () {
    const file = join(yield* directory, "runs.sqlite")
    const { layer, lines } = logged()
    const digest = digestOf(counts())
    yield* Effect.gen(function* () {
      yield* statements(file, refusing("gateway_replies"))
      const run = yield* Effect.fork(Effect.flip(Effect.sandbox(digest.execute({ text: "a" }))))
      while (lines.length === 0) yield* Effect.sleep("20 millis")
      assert.strictEqual(lines[0], "WARN the store of executions fails (not here); trying again until it does not")
      yield* statements(file, "DROP TRIGGER refusing")
      assert.include(Cause.pretty(yield* Fiber.join(run)), "the store of executions does not take it: not here")
    }).pipe(Effect.provide(Layer.provideMerge(digest.layer, DurableEngine.sqlite(file))), Effect.provide(layer))
  })
)
