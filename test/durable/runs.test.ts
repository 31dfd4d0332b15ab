import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { DurableDeferred, Workflow } from "@effect/workflow"
import { Chunk, Clock, Effect, Layer, Option, Schema, Stream } from "effect"
import type { Execution } from "effect-model-gateway/durable"
import { DurableEngine, DurableStore, Runs } from "effect-model-gateway/durable"
import { directory } from "../embedded/data/support/directories.js"
import { counts, digestOf } from "./support/digest.js"

const listed = (executions: Chunk.Chunk<Execution>) =>
  Chunk.toReadonlyArray(executions).map(({ item, pipeline, run, state }) => [pipeline, run, item, state])

const all = Effect.flatMap(Runs, (runs) => Stream.runCollect(runs.list()))

/** A store in which a digest was done, one failed at its third step, and one ended with an unknown order. */
const filled = Effect.gen(function* () {
  const file = join(yield* directory, "runs.sqlite")
  const work = counts()
  let isUp = true
  const digest = digestOf(work, () => isUp)
  const engine = Layer.provideMerge(digest.layer, DurableEngine.sqlite(file))
  yield* Effect.gen(function* () {
    yield* digest.execute({ text: "a b c" }, { run: "monday", item: "1" })
    isUp = false
    yield* Effect.flip(digest.execute({ text: "d e" }, { run: "monday", item: "2" }))
    isUp = true
    yield* Effect.flip(digest.execute({ text: "f", order: "unknown" }, { run: "tuesday", item: "3" }))
    yield* Effect.flip(digest.execute({ text: "g", order: "refused" }, { run: "tuesday", item: "4" }))
  }).pipe(Effect.provide(engine))
  return { file, work, digest, engine, store: DurableStore.sqlite(file) }
})

it.scopedLive("lists executions by reading the store, with what they failed with", () =>
  Effect.gen(function* () {
    const { digest, store } = yield* filled
    const before = yield* Clock.currentTimeMillis
    yield* Effect.gen(function* () {
      const runs = yield* Runs
      assert.deepStrictEqual(listed(yield* all), [
        ["digest", "monday", "1", "done"],
        ["digest", "monday", "2", "failed"],
        ["digest", "tuesday", "3", "failed"],
        ["digest", "tuesday", "4", "failed"]
      ])
      const failed = yield* Stream.runCollect(runs.list({ run: "tuesday", state: "failed" }))
      assert.deepStrictEqual(
        Chunk.toReadonlyArray(failed).map(({ failure }) => failure),
        [
          { _tag: "GatewayOutcomeUnknown", operation: "digest", attempts: 1, reason: "reset" },
          { _tag: "GatewayBadRequest", operation: "digest", safety: "Order", attempts: 1 }
        ]
      )
      const id = yield* digest.executionId({ text: "d e" }, { run: "monday", item: "2" })
      const { endedAt = 0, startedAt, steps } = Option.getOrThrow(yield* runs.status(id))
      assert.isTrue(startedAt <= endedAt && endedAt <= before && before - startedAt < 60_000)
      assert.deepStrictEqual(
        steps.map(({ state, step }) => [step, state]),
        [
          ["read", "done"],
          ["order", "done"],
          ["summarise", "failed"]
        ]
      )
      assert.isTrue(Option.isNone(yield* runs.status("no such")))
    }).pipe(Effect.provide(store))
  })
)

it.scopedLive("failed executions go on from what was done, and an unknown order stays unknown", () =>
  Effect.gen(function* () {
    const { digest, engine, store, work } = yield* filled
    const again = yield* Effect.flatMap(Runs, (runs) => runs.retryFailed()).pipe(Effect.provide(store))
    assert.strictEqual(again, 3)
    yield* Effect.gen(function* () {
      const monday = yield* digest.execute({ text: "d e" }, { run: "monday", item: "2" })
      assert.deepStrictEqual(monday, { words: 2, summary: "2 words" })
      const unknown = yield* Effect.flip(digest.execute({ text: "f", order: "unknown" }, { run: "tuesday", item: "3" }))
      assert.propertyVal(unknown, "_tag", "GatewayOutcomeUnknown")
      const refused = yield* digest.execute({ text: "g", order: "refused" }, { run: "tuesday", item: "4" })
      assert.deepStrictEqual(refused, { words: 1, summary: "1 words" })
    }).pipe(Effect.provide(engine))
    const times = ["read d e", "order d e", "summarise d e", "order f", "order g"].map(work.of)
    assert.deepStrictEqual(times, [1, 1, 2, 1, 2])
  })
)

it.scopedLive("the engine's own process has failed executions go on while it works", () =>
  Effect.gen(function* () {
    const { digest, engine } = yield* filled
    yield* Effect.gen(function* () {
      const runs = yield* Runs
      assert.strictEqual(yield* runs.retryFailed({ run: "monday" }), 1)
      const { words } = yield* digest.execute({ text: "d e" }, { run: "monday", item: "2" })
      assert.strictEqual(words, 2)
      assert.strictEqual(Chunk.size(yield* Stream.runCollect(runs.list({ run: "monday", state: "done" }))), 2)
    }).pipe(Effect.provide(engine))
  })
)

it.scopedLive("forgets what has ended, by run and by age, and then the same input is new work", () =>
  Effect.gen(function* () {
    const { digest, engine, store, work } = yield* filled
    yield* Effect.gen(function* () {
      const runs = yield* Runs
      assert.strictEqual(yield* runs.purge({ endedBefore: 1 }), 0)
      assert.match((yield* Effect.flip(runs.purge({}))).message, /nothing says which executions to forget/)
      assert.strictEqual(yield* runs.purge({ run: "monday" }), 2)
      assert.strictEqual(Chunk.size(yield* all), 2)
      assert.strictEqual(yield* runs.purge({ endedBefore: (yield* Clock.currentTimeMillis) + 1 }), 2)
      assert.strictEqual(Chunk.size(yield* all), 0)
    }).pipe(Effect.provide(store))
    yield* Effect.provide(digest.execute({ text: "a b c" }, { run: "monday", item: "1" }), engine)
    assert.deepStrictEqual([work.of("read a b c"), work.of("order a b c")], [2, 2])
  })
)

it.scopedLive("a store that is being worked on can be read, and is not changed", () =>
  Effect.gen(function* () {
    const { engine, file, store } = yield* filled
    yield* Effect.gen(function* () {
      const theirs = yield* Effect.provide(Runs, store)
      const error = yield* Effect.flip(theirs.retryFailed())
      assert.strictEqual(
        error.message,
        `the store ${file} cannot be used: this or another process works on it; stop that first, or name another file`
      )
    }).pipe(Effect.provide(engine))
    const beside = Effect.provide(Effect.map(all, Chunk.size), store)
    assert.strictEqual(yield* Effect.provide(beside, engine), 4)
  })
)

it.scopedLive("the same input in the same run is one execution, and in another run another", () =>
  Effect.gen(function* () {
    const { digest, engine, work } = yield* filled
    yield* Effect.gen(function* () {
      yield* digest.execute({ text: "a b c", order: "well" }, { run: "monday", item: "1" })
      assert.strictEqual(work.of("read a b c"), 1, "a default that is written out makes no difference")
      yield* digest.execute({ text: "a b c" }, { run: "tuesday", item: "1" })
      assert.strictEqual(work.of("read a b c"), 2)
    }).pipe(Effect.provide(engine))
  })
)

it.scopedLive("an input that does not fit is refused by field, and nothing is kept of it", () =>
  Effect.gen(function* () {
    const { digest, engine } = yield* filled
    yield* Effect.gen(function* () {
      const error = yield* Effect.flip(digest.execute({ text: "" }))
      assert.match(error.message, /digest: .*text must/)
      assert.strictEqual(Chunk.size(yield* all), 4)
    }).pipe(Effect.provide(engine))
  })
)

it.scopedLive("a workflow of one's own that is suspended is told as that, and woken", () =>
  Effect.gen(function* () {
    const file = join(yield* directory, "runs.sqlite")
    let bodies = 0
    const never = DurableDeferred.make("never")
    const sleeper = Workflow.make({ name: "sleeper", payload: { id: Schema.String }, idempotencyKey: ({ id }) => id })
    const layer = sleeper.toLayer(() =>
      Effect.suspend(() => {
        bodies++
        return DurableDeferred.await(never)
      })
    )
    yield* Effect.gen(function* () {
      const runs = yield* Runs
      const suspended = Effect.map(Stream.runCollect(runs.list({ state: "suspended" })), Chunk.size)
      yield* sleeper.execute({ id: "1" }, { discard: true })
      while ((yield* suspended) === 0) yield* Effect.sleep("20 millis")
      assert.strictEqual(yield* runs.resume({ pipeline: "sleeper" }), 1)
      while (bodies < 2) yield* Effect.sleep("20 millis")
    }).pipe(Effect.provide(Layer.provideMerge(layer, DurableEngine.sqlite(file))))
  })
)
