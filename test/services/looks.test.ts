import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, TestClock } from "effect"
import type { AwaitOptions } from "effect-model-gateway"
import { PollPolicy, Transcriber, withDeadline } from "effect-model-gateway"
import type { Answer } from "../support/fakeGateway.js"
import { fakeGateway, hangs } from "../support/fakeGateway.js"
import { within } from "../support/time.js"
import { done, id, running } from "../support/transcriptions.js"

const pollPolicy = PollPolicy.fixed("1 second")

const awaiting = (id: string, options?: AwaitOptions) =>
  Effect.flatMap(Transcriber, (it) => it.await(id, { pollPolicy, ...options }))

/** How an effect ends, and after how many seconds. */
const ends = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const from = yield* Clock.currentTimeMillis
    const end = yield* Effect.merge(Effect.either(effect)).pipe(Effect.flatMap(Effect.merge))
    return { end: { ...end }, seconds: ((yield* Clock.currentTimeMillis) - from) / 1000 }
  })

describe("a wait whose looks do not get their turn", () => {
  /** One look at a time, and the first of them hangs, after a second. */
  const behind = <A, E>(script: ReadonlyArray<Answer>, wait: Effect.Effect<A, E, Transcriber>) =>
    Effect.gen(function* () {
      const gateway = fakeGateway([hangs, ...script], { looksInFlight: 1, attemptTimeout: "10 minutes" })
      return yield* Effect.gen(function* () {
        yield* Effect.fork(awaiting("another"))
        yield* TestClock.adjust("1 second")
        const counted = Effect.map(ends(wait), (end) => ({ ...end, sent: gateway.received.length - 1 }))
        return yield* within("20 minutes")(counted)
      }).pipe(Effect.provide(gateway.layer))
    })

  it.effect("ends by withDeadline", () =>
    Effect.gen(function* () {
      const { end, seconds, sent } = yield* behind([], withDeadline("3 seconds")(awaiting(id)))
      assert.deepInclude(end, { _tag: "TranscriptionWaitTimeout", id, attempts: 0 })
      assert.strictEqual(seconds, 3)
      assert.strictEqual(sent, 0)
    })
  )

  it.effect("ends by its own deadline", () =>
    Effect.gen(function* () {
      const { end, seconds, sent } = yield* behind([], awaiting(id, { deadline: "5 seconds" }))
      assert.deepInclude(end, { _tag: "TranscriptionWaitTimeout", id, attempts: 0 })
      assert.strictEqual(seconds, 5)
      assert.strictEqual(sent, 0)
    })
  )

  it.effect("has its last look, turn and all, end within ten seconds of its deadline", () =>
    Effect.gen(function* () {
      const { end, seconds, sent } = yield* behind([], awaiting(id, { deadline: 0 }))
      assert.deepInclude(end, { _tag: "TranscriptionWaitTimeout", id, attempts: 0 })
      assert.strictEqual(seconds, 10)
      assert.strictEqual(sent, 0)
    })
  )

  it.effect("goes on where the turn comes in time", () =>
    Effect.gen(function* () {
      const { end, sent } = yield* behind([running, done], awaiting(id, { deadline: "11 minutes" }))
      assert.deepInclude(end, { id, text: "Good morning." })
      assert.strictEqual(sent, 2)
    })
  )
})
