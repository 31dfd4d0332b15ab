import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { generateImageAssets, searchRecordings } from "effect-model-gateway/durable"
import { cluster } from "./support/cluster.js"
import { statement } from "./support/database.js"
import { orderOf } from "./support/errands.js"

describe.concurrent("runners on a database", () => {
  it.scopedLive(
    "three runners, one killed, one frozen for longer than its locks, one joining: every execution ends, and once",
    () =>
      Effect.gen(function* () {
        const { client, gateway, of, runner, url } = yield* cluster([
          { operation: "generateChatImage", fault: { kind: "slowBody", millis: 600 } }
        ])
        const [killed, frozen] = yield* Effect.all([runner, runner, runner], { concurrency: 3 })
        const images = Array.from({ length: 50 }, (_, n) => `image-${n}`)
        const recordings = Array.from({ length: 10 }, (_, n) => `recording-${n}`)
        const ends = new Map<string, number>()
        /** Starts them one after the other, over 12 seconds, and waits for all. */
        const spread = <A, E, R>(names: ReadonlyArray<string>, execute: (name: string) => Effect.Effect<A, E, R>) =>
          Effect.forEach(
            names,
            (name, n) =>
              execute(name).pipe(
                Effect.tap(() => Effect.map(Clock.currentTimeMillis, (now) => ends.set(name, now))),
                Effect.delay((n * 12_000) / names.length)
              ),
            { concurrency: "unbounded" }
          )
        const all = Effect.zip(
          spread(images, (name) => generateImageAssets.execute(of(name).generateImageAssets.input)),
          spread(recordings, (name) => searchRecordings.execute(of(name).searchRecordings.input)),
          { concurrent: true }
        )
        const running = yield* Effect.fork(Effect.provide(all, client))
        yield* Effect.sleep("3 seconds")
        // With an order on its way.
        while (!/^started .*order$/.test(killed.last())) yield* Effect.sleep("10 millis")
        killed.kill("SIGKILL")
        const killedAt = yield* Clock.currentTimeMillis
        yield* Effect.sleep("1 second")
        yield* runner
        yield* Effect.sleep("2 seconds")
        frozen.kill("SIGSTOP")
        yield* Effect.sleep("10 seconds")
        frozen.kill("SIGCONT")
        const [imageAssets, searches] = yield* Fiber.join(running)

        for (const [n, { failures, images: saved }] of imageAssets.entries()) {
          const name = images[n] ?? ""
          const id = yield* generateImageAssets.executionId(of(name).generateImageAssets.input)
          const failed = failures.map(({ error }) => error._tag)
          assert.deepStrictEqual(failed, saved.length === 1 ? [] : ["GatewayOutcomeUnknown"], name)
          const orders = yield* gateway.ordersOf(id)
          if (saved.length === 1) assert.strictEqual(orders, 1, name)
          else assert.isAtMost(orders, 1, name)
        }
        for (const [n, { failures, transcripts }] of searches.entries()) {
          assert.deepStrictEqual(failures, [], recordings[n])
          assert.strictEqual(transcripts.length, 1, recordings[n])
          assert.deepStrictEqual(yield* gateway.submissionsOf(recordings[n] ?? ""), [1], recordings[n])
        }
        const outcomes = yield* statement(
          url,
          `SELECT count(*)::int AS count FROM gateway_messages run JOIN gateway_replies reply ON reply.request_id = run.id
          WHERE run.tag = 'run' AND run.processed AND reply.kind = 0`
        )
        assert.deepStrictEqual(outcomes, [{ count: 60 }])

        const { events } = yield* killed.ended
        const left = images.filter(
          (name) => events.includes(`started ${orderOf(name)}`) && !events.includes(`done ${orderOf(name)}`)
        )
        const takeover = Math.min(...left.map((name) => (ends.get(name) ?? 0) - killedAt))
        const unknown = imageAssets.filter(({ images }) => images.length === 0).length
        console.info(
          `${left.length} orders left on their way, gone on with after ${takeover} ms; ${unknown} orders of unknown outcome`
        )
        assert.isBelow(takeover, 30_000)
      }),
    90_000
  )

  it.scopedLive(
    "an order that another runner has taken over is not sent by a frozen one that wakes",
    () =>
      Effect.gen(function* () {
        const { client, gateway, of, runner, url } = yield* cluster([
          { operation: "generateChatImage", at: [1], fault: { kind: "status", status: 429, retryAfter: 8 } }
        ])
        const { input } = of("a fox").generateImageAssets
        const frozen = yield* runner
        const execution = yield* Effect.fork(Effect.provide(generateImageAssets.execute(input), client))
        while ((yield* gateway.faults) === 0) yield* Effect.sleep("50 millis")
        const waiting = statement(url, "SELECT FROM gateway_claims WHERE state = 'waiting'")
        while ((yield* waiting).length === 0) yield* Effect.sleep("50 millis")
        frozen.kill("SIGSTOP")
        // As a failover does, or the server's own limit for sessions that say nothing: its locks are free.
        yield* statement(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        const second = yield* runner
        yield* second.says("done generateImageAssets/list assets")
        frozen.kill("SIGCONT")
        const { failures, images } = yield* Fiber.join(execution)
        yield* Effect.sleep("3 seconds")
        assert.deepStrictEqual(failures, [])
        assert.strictEqual(images.length, 1)
        assert.strictEqual(yield* gateway.ordersOf(yield* generateImageAssets.executionId(input)), 1)
      }),
    60_000
  )
})
