import { MessageStorage, Runners, ShardingConfig } from "@effect/cluster"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, TestClock } from "effect"
import { outlasting } from "../../src/durable/store/outlasting.js"

/** Runners by whom a wait is answered so; gives how often it was. */
const asked = (answer: (time: number) => Effect.Effect<void>) =>
  Effect.gen(function* () {
    const none = yield* Runners.Runners
    let times = 0
    const runners = outlasting({ ...none, notify: () => Effect.suspend(() => answer(++times)) })
    const waiting = yield* Effect.fork(runners.notify({ address: none, discard: false } as never))
    return { waiting, times: () => times }
  }).pipe(Effect.provide(Runners.layerNoop.pipe(Layer.provide([MessageStorage.layerNoop, ShardingConfig.layer()]))))

describe("a wait for what a runner carries out", () => {
  it.effect("goes on where the runner interrupts it, for it stops", () =>
    Effect.gen(function* () {
      const { times, waiting } = yield* asked((time) => (time < 3 ? Effect.interrupt : Effect.void))
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(waiting)
      assert.strictEqual(times(), 3)
    })
  )

  it.effect("ends where it is interrupted itself, and where it always is", () =>
    Effect.gen(function* () {
      const own = yield* asked(() => Effect.never)
      assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(own.waiting)))
      const always = yield* asked(() => Effect.interrupt)
      yield* TestClock.adjust("1 minute")
      assert.isTrue(Exit.isInterrupted(yield* Fiber.await(always.waiting)))
    })
  )
})
