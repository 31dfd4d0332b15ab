import { assert, describe, it } from "@effect/vitest"
import { Cause, Clock, Duration, Effect, Either, Exit, Fiber, Schema, TestClock } from "effect"
import type { GatewayClientOptions, Retries } from "effect-model-gateway"
import {
  DeadlineExceeded,
  Embedder,
  PollPolicy,
  remaining,
  sleepUntil,
  stage,
  step,
  Transcriber,
  VideoOrders,
  withDeadline
} from "effect-model-gateway"
import type { Answer } from "../support/fakeGateway.js"
import { fakeGateway, hangs, recorded, systemError, text, unreachable } from "../support/fakeGateway.js"
import { samples } from "../support/samples.js"
import { within } from "../support/time.js"
import { submission } from "../support/transcriptions.js"

const embed = Effect.flatMap(Embedder, (it) => it.embed({ model: "m", input: "tides" }))
const order = Effect.flatMap(VideoOrders, (it) => it.place({ model: "m", prompt: "the sea" }))
const submit = Effect.flatMap(Transcriber, (it) => it.submit(submission))
const reset = unreachable(systemError("ECONNRESET"))
const done = recorded("embedding.json")

/** Waits of 1, 2, 4, ... seconds. */
const retries: Retries = {
  retries: 9,
  longestWait: "1 day",
  backoff: PollPolicy.growing({ from: "1 second", to: "1 day", factor: 2, jitter: 0 })
}

const gatewayOf = (script: ReadonlyArray<Answer> | (() => Answer), options: Partial<GatewayClientOptions> = {}) =>
  fakeGateway(script, { retries, attemptTimeout: "5 seconds", ...options })

/** How an effect ends, and after how many seconds. */
const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    const result = yield* Effect.either(effect)
    const seconds = ((yield* Clock.currentTimeMillis) - start) / 1000
    return { seconds, error: Either.isLeft(result) ? result.left : undefined }
  })

const ends = <A, E, R>(effect: Effect.Effect<A, E, R>) => within("1 hour")(timed(effect))

describe("within a deadline", () => {
  it.effect("no wait before a retry begins that would outlast it: the failure comes at once", () =>
    Effect.gen(function* () {
      const gateway = gatewayOf(() => reset)
      const { error, seconds } = yield* ends(Effect.provide(withDeadline("2500 millis")(embed), gateway.layer))
      assert.deepStrictEqual(gateway.times, [0, 1000])
      assert.strictEqual(seconds, 1)
      assert.deepInclude({ ...error }, { _tag: "GatewayTransportError", attempts: 2 })
    })
  )

  it.effect("an attempt gets the smaller of its limit and what remains", () =>
    Effect.gen(function* () {
      const gateway = gatewayOf(() => hangs)
      const { error, seconds } = yield* ends(Effect.provide(withDeadline("7 seconds")(embed), gateway.layer))
      assert.deepStrictEqual(gateway.times, [0, 6000])
      assert.strictEqual(seconds, 7)
      assert.deepInclude({ ...error }, { _tag: "GatewayTimeout", attempts: 2, limit: Duration.seconds(1) })
    })
  )

  it.effect("the wait in the queue ends with it, and nothing is sent", () =>
    Effect.gen(function* () {
      const gateway = gatewayOf([hangs, done], { attemptTimeout: "1 minute", concurrency: { most: 1 } })
      yield* Effect.gen(function* () {
        const first = yield* Effect.fork(embed)
        yield* TestClock.adjust("1 second")
        const second = yield* Effect.fork(timed(withDeadline("3 seconds")(order)))
        yield* TestClock.adjust("3 seconds")
        const { error, seconds } = yield* Fiber.join(second)
        assert.strictEqual(seconds, 3)
        assert.deepInclude({ ...error }, { _tag: "GatewayTimeout", attempts: 0, limit: Duration.zero })
        assert.strictEqual(error?.message, "orderVideo: not sent, for the time that it was given is up")
        assert.lengthOf(gateway.received, 1)
        // Its turn went on to the next.
        yield* Fiber.interrupt(first)
        yield* embed
      }).pipe(Effect.provide(gateway.layer))
    })
  )

  it.effect("a pause that outlasts it is not waited for", () =>
    Effect.gen(function* () {
      const busy = text("busy", { status: 503, headers: { "retry-after": "30" } })
      const gateway = gatewayOf([busy, done])
      yield* Effect.gen(function* () {
        const first = yield* Effect.fork(embed)
        yield* TestClock.adjust("1 second")
        const { error, seconds } = yield* timed(withDeadline("20 seconds")(embed))
        assert.strictEqual(seconds, 0)
        assert.deepInclude({ ...error }, { _tag: "GatewayTimeout", attempts: 0 })
        yield* Fiber.interrupt(first)
      }).pipe(Effect.provide(gateway.layer))
    })
  )

  it.effect("an order in flight is not interrupted: its own timeout, cut short, ends it as outcome unknown", () =>
    Effect.gen(function* () {
      const gateway = gatewayOf([hangs])
      const { error, seconds } = yield* ends(Effect.provide(withDeadline("4 seconds")(order), gateway.layer))
      assert.strictEqual(seconds, 4)
      assert.deepInclude({ ...error }, { _tag: "GatewayOutcomeUnknown", attempts: 1, reason: "timeout" })
    })
  )

  it.effect("work is not asked for where no time is left for the wait before", () =>
    Effect.gen(function* () {
      const gateway = gatewayOf([reset])
      const { error, seconds } = yield* ends(Effect.provide(withDeadline("1 second")(submit), gateway.layer))
      assert.strictEqual(seconds, 0)
      assert.deepInclude({ ...error }, { _tag: "GatewayTransportError", attempts: 1 })
    })
  )

  it.effect("that comes while the work is asked for, the call ends with what left it open", () =>
    Effect.gen(function* () {
      const gateway = gatewayOf([reset, hangs])
      const { error, seconds } = yield* ends(Effect.provide(withDeadline("3 seconds")(submit), gateway.layer))
      assert.strictEqual(seconds, 3)
      assert.deepInclude({ ...error }, { _tag: "GatewayTransportError", operation: "submitTranscription", attempts: 1 })
    })
  )

  it.effect("that comes in the queue before a second attempt, the call ends with what the first one met", () =>
    Effect.gen(function* () {
      const slow: Answer = (request) => Effect.delay(done(request), "1 minute")
      const gateway = gatewayOf([reset, slow], { attemptTimeout: "5 minutes", concurrency: { most: 1 } })
      yield* Effect.gen(function* () {
        const call = yield* Effect.fork(timed(withDeadline("10 seconds")(embed)))
        yield* TestClock.adjust("500 millis")
        yield* Effect.fork(embed)
        yield* TestClock.adjust("9500 millis")
        const { error, seconds } = yield* Fiber.join(call)
        assert.strictEqual(seconds, 10)
        assert.deepInclude({ ...error }, { _tag: "GatewayTransportError", attempts: 1 })
        assert.lengthOf(gateway.received, 2)
      }).pipe(Effect.provide(gateway.layer))
    })
  )

  it.effect.each(samples)("of no time nothing is sent: $operation.name", ({ call }) =>
    Effect.gen(function* () {
      const gateway = gatewayOf([])
      const { error, seconds } = yield* ends(Effect.provide(withDeadline(0)(call), gateway.layer))
      assert.deepInclude({ ...error }, { _tag: "GatewayTimeout", attempts: 0 })
      assert.strictEqual(seconds, 0)
      assert.lengthOf(gateway.received, 0)
    })
  )

  it.effect.each([
    ["3 seconds", "1 hour", 3],
    ["1 hour", "3 seconds", 3]
  ] as const)("of %s and inside it one of %s, the smaller is in force", ([outer, inner, expected]) =>
    Effect.gen(function* () {
      const gateway = gatewayOf([hangs])
      const nested = withDeadline(outer)(withDeadline(inner)(order))
      const { error, seconds } = yield* ends(Effect.provide(nested, gateway.layer))
      assert.strictEqual(seconds, expected)
      assert.propertyVal(error, "_tag", "GatewayOutcomeUnknown")
    })
  )

  it.effect("the budget is over with its effect", () =>
    Effect.gen(function* () {
      yield* withDeadline("3 seconds")(Effect.void)
      assert.isFalse(Duration.isFinite(yield* remaining))
      assert.deepStrictEqual(yield* withDeadline("3 seconds")(remaining), Duration.seconds(3))
    })
  )
})

describe("a step past the deadline", () => {
  const pause = (seconds: number) => Effect.sleep(Duration.seconds(seconds))
  const nothing = { success: Schema.Void }

  it.effect("does not begin: the error names it, and how late it is", () =>
    Effect.gen(function* () {
      const ran: Array<string> = []
      const one = (name: string) =>
        Effect.zipRight(
          Effect.sync(() => ran.push(name)),
          pause(4)
        ).pipe(step(name, nothing))
      const job = stage("job")(Effect.zipRight(one("first"), one("second")))
      const { error, seconds } = yield* ends(withDeadline("3 seconds")(job))
      assert.strictEqual(seconds, 4)
      assert.deepStrictEqual(ran, ["first"])
      assert(error instanceof DeadlineExceeded)
      assert.strictEqual(error.during, "job/second")
      assert.deepStrictEqual(error.by, Duration.seconds(1))
      assert.strictEqual(error.message, "job/second: not begun, for the time that withDeadline gave is up")
    })
  )

  it.effect("and one at its very end does not begin either", () =>
    Effect.gen(function* () {
      const job = Effect.zipRight(pause(3), step("late", nothing)(Effect.void))
      const { error } = yield* ends(withDeadline("3 seconds")(job))
      assert.deepInclude({ ...error }, { _tag: "DeadlineExceeded", during: "late" })
    })
  )

  it.effect("a named wait that would end after it does not begin", () =>
    Effect.gen(function* () {
      const { error, seconds } = yield* ends(withDeadline("3 seconds")(sleepUntil("nap", 10_000)))
      assert.strictEqual(seconds, 0)
      assert.deepInclude({ ...error }, { _tag: "DeadlineExceeded", during: "nap", by: Duration.seconds(7) })
    })
  )

  it.effect("hides nothing that failed beside it", () =>
    Effect.gen(function* () {
      const late = new DeadlineExceeded({ during: "late", by: Duration.zero })
      const both = Cause.parallel(Cause.fail("an order is open"), Cause.die(late))
      const exit = yield* Effect.exit(withDeadline("3 seconds")(Effect.failCause(both)))
      assert(Exit.isFailure(exit))
      const failures = [...Cause.failures(exit.cause)].map((one) => (typeof one === "string" ? one : one._tag))
      assert.sameMembers(failures, ["an order is open", "DeadlineExceeded"])
      assert.lengthOf([...Cause.defects(exit.cause)], 0)
    })
  )

  it.effect("leaves other defects as they are", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(withDeadline("3 seconds")(Effect.die("a mistake")))
      assert(Exit.isFailure(exit))
      assert.deepStrictEqual([...Cause.defects(exit.cause)], ["a mistake"])
    })
  )
})

it.effect(
  "the wait for a transcription ends where its next look would come too late, and names the task that lives on",
  () =>
    Effect.gen(function* () {
      const looks: Array<number> = []
      const data = { id: "7", bizId: "one", status: 1 }
      const transcriber = Transcriber.make(
        {
          submit: () => Effect.succeed({ code: "200", data: null }),
          query: () =>
            Effect.map(Clock.currentTimeMillis, (now) => {
              looks.push(now)
              return { code: "200", data }
            })
        },
        { pollPolicy: PollPolicy.fixed("7 seconds") }
      )
      const wait = yield* Effect.fork(
        transcriber
          .transcribe({ id: "one", audio: { uri: "http://127.0.0.1/a.flac" } })
          .pipe(withDeadline("20 seconds"), Effect.flip)
      )
      yield* TestClock.adjust("1 minute")
      const error = yield* Fiber.join(wait)
      assert.deepInclude({ ...error }, { _tag: "TranscriptionWaitTimeout", id: "one", attempts: 3 })
      assert.deepStrictEqual(looks, [0, 7_000, 14_000])
      assert.include(error.message, 'await("one") takes the wait up again')
    })
)
