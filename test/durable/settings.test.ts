import { join } from "node:path"
import { SqliteClient } from "@effect/sql-sqlite-node"
import { assert, it } from "@effect/vitest"
import { Chunk, Context, Effect, Layer, Stream, TestClock, TestServices } from "effect"
import { DurableEngine, DurableStore, Runs } from "effect-model-gateway/durable"
import { directory } from "../embedded/data/support/directories.js"
import { counts, digestOf } from "./support/digest.js"

it.scoped(
  "an execution whose pipeline this process does not have waits for it, longer than the engine's minute",
  () =>
    Effect.gen(function* () {
      const file = join(yield* directory, "runs.sqlite")
      let isUp = false
      const digest = digestOf(counts(), () => isUp)
      const failed = Effect.flip(digest.execute({ text: "a" }))
      yield* failed.pipe(
        Effect.provide(Layer.provideMerge(digest.layer, DurableEngine.sqlite(file))),
        Effect.zipRight(
          Effect.provide(
            Effect.flatMap(Runs, (runs) => runs.retryFailed()),
            DurableStore.sqlite(file)
          )
        ),
        TestServices.provideLive
      )
      isUp = true
      const engine = yield* Layer.build(DurableEngine.sqlite(file))
      const states = Effect.map(
        Stream.runCollect(Context.get(engine, Runs).list()),
        Chunk.map(({ state }) => state)
      )
      const passing = Effect.forEach(Array.from({ length: 12 }), () =>
        Effect.zipRight(
          TestClock.adjust("10 seconds"),
          Effect.promise(() => new Promise((done) => setTimeout(done, 20)))
        )
      )
      yield* passing
      assert.deepStrictEqual(Chunk.toReadonlyArray(yield* states), ["running"])
      yield* Layer.build(Layer.provide(digest.layer, Layer.succeedContext(engine)))
      yield* passing
      assert.deepStrictEqual(Chunk.toReadonlyArray(yield* states), ["done"])
    }),
  30_000
)

it.scopedLive(
  "executions of a file are in 16 parts for ever",
  () =>
    Effect.gen(function* () {
      const file = join(yield* directory, "runs.sqlite")
      const digest = digestOf(counts())
      const texts = Array.from({ length: 60 }, (_, n) => `text ${n}`)
      yield* Effect.forEach(texts, (text) => digest.start({ text })).pipe(
        Effect.provide(Layer.provideMerge(digest.layer, DurableEngine.sqlite(file)))
      )
      const parts = yield* Effect.flatMap(
        SqliteClient.SqliteClient,
        (sql) => sql<{ shard_id: string }>`SELECT DISTINCT shard_id FROM gateway_messages`
      ).pipe(Effect.provide(SqliteClient.layer({ filename: file })))
      const numbers = parts.map(({ shard_id }) => Number(shard_id.split(":")[1]))
      assert.strictEqual(Math.max(...numbers), 16)
    }),
  30_000
)
