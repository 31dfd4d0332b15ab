import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, TestClock } from "effect"
import type { AwaitOptions, Retries } from "effect-model-gateway"
import {
  GatewayUnavailable,
  PollPolicy,
  RetryPolicy,
  standardRetries,
  Transcriber,
  withDeadline
} from "effect-model-gateway"
import type { Answer } from "../support/fakeGateway.js"
import { fakeGateway, hangs, text } from "../support/fakeGateway.js"
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

describe("a look that is asked to wait for two hours is followed by another", () => {
  const busy = text("busy", { status: 503, headers: { "retry-after": "7000" } })
  const options = { pollPolicy: PollPolicy.fixed("10 seconds"), deadline: "3 hours" } as const
  const wait = Effect.flatMap(Transcriber, (it) => it.await(id, options))
  const own: Retries = { ...standardRetries, longestWait: "5 minutes" }

  it.effect.each([
    ["after a minute", {}, undefined, 60],
    ["after the longest wait of its client", { retries: own }, undefined, 300],
    ["after the longest wait of its transcriber", { retries: own, longestLookWait: "1 hour" }, undefined, 3600],
    ["after the longest wait of the call", { retries: standardRetries }, own, 300],
    ["by its own policy where that is longer", { retries: { ...own, longestWait: "1 second" } }, undefined, 10],
    ["when it was asked, where it may wait so long", { retries: { ...own, longestWait: "1 day" } }, undefined, 7000]
  ] as const)("%s", ([, given, policy, seconds]) =>
    Effect.gen(function* () {
      const gateway = fakeGateway([busy, done], given)
      yield* wait.pipe(Effect.provide(gateway.layer), Effect.provideService(RetryPolicy, policy), within("3 hours"))
      assert.deepStrictEqual(gateway.times, [0, seconds * 1000])
    })
  )

  it.effect("after a minute where there is no client", () =>
    Effect.gen(function* () {
      const looks: Array<number> = []
      const transcriber = Transcriber.make({
        submit: () => Effect.succeed({ code: "200", data: null }),
        query: () =>
          Effect.flatMap(Clock.currentTimeMillis, (now) => {
            looks.push(now)
            const about = { operation: "queryTranscription", attempts: 1, retryAfter: Duration.seconds(7000) }
            return looks.length === 1
              ? new GatewayUnavailable(about)
              : Effect.succeed({ code: "200", data: { bizId: id, status: 2, asrcResult: "Good morning." } })
          })
      })
      yield* within("3 hours")(transcriber.await(id, options))
      assert.deepStrictEqual(looks, [0, 60_000])
    })
  )
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
