import { assert, it } from "@effect/vitest"
import { Chunk, Context, Effect, Layer, Option, Redacted, Stream } from "effect"
import { DurableEngine, DurableStore, Runs } from "effect-model-gateway/durable"
import { database, freeAddress } from "./support/database.js"
import { counts, digestOf } from "./support/digest.js"

it.scopedLive(
  "what a database holds is listed, tried again and forgotten, beside its runner",
  () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* database)
      const store = DurableStore.postgres({ url })
      const unbegun = yield* Effect.flip(Effect.scoped(Layer.build(store)))
      assert.match(
        unbegun.message,
        /127\.0\.0\.1:\d+\/runs cannot be used: there is no store in it yet; start a runner/
      )
      const work = counts()
      let isUp = false
      const digest = digestOf(work, () => isUp)
      const runner = Layer.provideMerge(digest.layer, DurableEngine.postgres({ url, self: yield* freeAddress }))
      yield* Effect.gen(function* () {
        const item = (name: string) => ({ run: "monday", item: name })
        yield* Effect.flip(digest.execute({ text: "a b\0c" }, item("1")))
        yield* Effect.flip(digest.execute({ text: "d", order: "unknown" }, item("2")))
        isUp = true
        const runs = Context.get(yield* Layer.build(store), Runs)
        const listed = yield* Stream.runCollect(runs.list({ run: "monday" }))
        assert.deepStrictEqual(
          Chunk.toReadonlyArray(listed).map(({ item, pipeline, state }) => [pipeline, item, state]),
          [
            ["digest", "1", "failed"],
            ["digest", "2", "failed"]
          ]
        )
        assert.strictEqual(yield* runs.retryFailed({ run: "monday" }), 2)
        assert.strictEqual((yield* digest.execute({ text: "a b\0c" }, item("1"))).words, 2)
        const unknown = yield* Effect.flip(digest.execute({ text: "d", order: "unknown" }, item("2")))
        assert.strictEqual(unknown._tag, "GatewayOutcomeUnknown")
        assert.deepStrictEqual([work.of("order a b\0c"), work.of("order d")], [1, 1])
        const id = yield* digest.executionId({ text: "a b\0c" }, item("1"))
        const { state, steps } = Option.getOrThrow(yield* runs.status(id))
        assert.deepStrictEqual([state, steps.length], ["done", 3])
        assert.strictEqual(yield* runs.purge({ run: "monday" }), 2)
        assert.isTrue(Option.isNone(yield* runs.status(id)))
      }).pipe(Effect.provide(runner), Effect.scoped)
    }),
  60_000
)
