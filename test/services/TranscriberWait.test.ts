import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Random } from "effect"
import type { WaitOptions } from "effect-model-gateway"
import { PollPolicy, RetryPolicy, standardRetries, Transcriber, TranscriptionOptions } from "effect-model-gateway"
import type { Answer, GatewayFake } from "../support/fakeGateway.js"
import { bodyThat, fakeGateway, hangs, systemError, text, unreachable } from "../support/fakeGateway.js"
import { within } from "../support/time.js"
import { done, id, notFound, record, running } from "../support/transcriptions.js"

const wait = (gateway: GatewayFake, options?: Partial<WaitOptions>) =>
  Effect.flatMap(Transcriber, (it) => it.await(id, options)).pipe(Effect.provide(gateway.layer), within("1 day"))

const everyTen = { pollPolicy: PollPolicy.fixed("10 seconds") }
const busyFor = (seconds: number) => text("busy", { status: 503, headers: { "retry-after": String(seconds) } })
const times = (count: number, answer: Answer) => Array.from({ length: count }, () => answer)

describe("the waits between looks", () => {
  it.effect(
    "grow from 1 s to 15 s under the standard policy, each shortened by up to a fifth, differently each time",
    () =>
      Effect.gen(function* () {
        const full = [1000, 1500, 2250, 3375, 5062.5, 7593.75, 11_390.625, 15_000, 15_000, 15_000]
        const waits: Array<number> = []
        for (const seed of [1, 2, 3]) {
          const gateway = fakeGateway([...times(10, running), done])
          yield* Effect.withRandom(wait(gateway, { pollPolicy: PollPolicy.standard }), Random.make(seed))
          const gaps = gateway.times.slice(1).map((time, i) => time - (gateway.times[i] ?? 0))
          for (const [i, gap] of gaps.entries()) {
            assert.isAtMost(gap, full[i] ?? 0)
            assert.isAtLeast(gap, (full[i] ?? 0) * 0.8)
          }
          waits.push(...gaps.map((gap, i) => gap / (full[i] ?? 0)))
        }
        assert.lengthOf(waits, 30)
        assert.isAbove(new Set(waits.map((share) => share.toFixed(3))).size, 20)
        assert.isBelow(Math.min(...waits), 0.85)
        assert.isAbove(Math.max(...waits), 0.95)
      })
  )

  it.effect("are those of the policy that the call gives, and begin with a look at once", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([running, running, done])
      yield* wait(gateway, everyTen)
      assert.deepStrictEqual(gateway.times, [0, 10_000, 20_000])
    })
  )

  it.effect("are those of the context, where the call gives none", () =>
    Effect.gen(function* () {
      const options = { ...(yield* TranscriptionOptions), pollPolicy: PollPolicy.fixed("1 minute") }
      const gateway = fakeGateway([running, running, done])
      yield* Effect.provideService(wait(gateway, { deadline: "1 hour" }), TranscriptionOptions, options)
      assert.deepStrictEqual(gateway.times, [0, 60_000, 120_000])
    })
  )

  it.effect("tell the policy the number of the look, and the time since the wait began", () =>
    Effect.gen(function* () {
      const looks: Array<readonly [number, number]> = []
      const pollPolicy: PollPolicy.PollPolicy = ({ elapsed, number }) => {
        looks.push([number, Duration.toMillis(elapsed)])
        return Effect.succeed(Duration.seconds(number))
      }
      yield* wait(fakeGateway([running, running, running, done]), { pollPolicy })
      assert.deepStrictEqual(looks.slice(0, 4), [
        [0, 0],
        [1, 0],
        [2, 1000],
        [3, 3000]
      ])
    })
  )

  it.effect("are as long as the gateway asks for, where that is longer", () =>
    Effect.gen(function* () {
      const limited = text("slow down", { status: 429, headers: { "retry-after": "45" } })
      const gateway = fakeGateway([busyFor(30), busyFor(3), limited, done])
      yield* wait(gateway, everyTen)
      assert.deepStrictEqual(gateway.times, [0, 30_000, 40_000, 85_000])
    })
  )
})

describe("a wait survives", () => {
  it.effect.each([
    ["503", text(null, { status: 503 })],
    ["429", text(null, { status: 429 })],
    ["408", text(null, { status: 408 })],
    ["502", text("<html>bad gateway</html>", { status: 502 })],
    ["a reset", unreachable(systemError("ECONNRESET"))],
    ["a refused connection", unreachable(systemError("ECONNREFUSED"))],
    ["a body that breaks off", bodyThat("breaks", "{")]
  ] as const)("%s, with one attempt a look: the poll is the retry", ([, failure]) =>
    Effect.gen(function* () {
      const gateway = fakeGateway([failure, running, failure, failure, done])
      const { text } = yield* Effect.provideService(wait(gateway, everyTen), RetryPolicy, standardRetries)
      assert.strictEqual(text, "Good morning.")
      assert.deepStrictEqual(gateway.times, [0, 10_000, 20_000, 30_000, 40_000])
    })
  )

  it.effect("a look that hangs", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([hangs, done], { attemptTimeout: "30 seconds" })
      yield* wait(gateway, everyTen)
      assert.deepStrictEqual(gateway.times, [0, 40_000])
    })
  )
})

describe("the deadline of a wait", () => {
  const deadline = { ...everyTen, deadline: "25 seconds" } as const

  it.effect("ends it after a last look at that very time; the error carries the id, and the task can be taken up", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([running, running, running, running, running, done])
      const error = yield* Effect.flip(wait(gateway, deadline))
      assert.deepStrictEqual(gateway.times, [0, 10_000, 20_000, 25_000])
      assert.deepInclude(error, { _tag: "TranscriptionWaitTimeout", id, attempts: 4, lastError: undefined })
      assert.deepInclude(error, { deadline: Duration.seconds(25) })
      assert.match(
        error.message,
        /task lecture-1 was not completed within 25s; .*await\("lecture-1"\) takes .* up again/
      )
      assert.propertyVal(yield* wait(gateway, deadline), "text", "Good morning.")
      assert.lengthOf(gateway.received, 6)
    })
  )

  it.effect("lets a last look bring the transcript", () =>
    Effect.gen(function* () {
      assert.propertyVal(yield* wait(fakeGateway([running, running, running, done]), deadline), "text", "Good morning.")
    })
  )

  it.effect("comes with the error that the last look met", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([running, busyFor(10), busyFor(5), busyFor(3600)])
      const error = yield* Effect.flip(wait(gateway, deadline))
      assert.deepStrictEqual(gateway.times, [0, 10_000, 20_000, 25_000])
      assert.deepInclude(error, { _tag: "TranscriptionWaitTimeout", id, attempts: 4 })
      assert.nestedPropertyVal(error, "lastError._tag", "GatewayUnavailable")
      assert.include(error.message, "the last look failed: queryTranscription: the gateway is unavailable (503)")
    })
  )

  it.effect("is two hours where nobody gives one", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway(() => running)
      const error = yield* Effect.flip(wait(gateway, { pollPolicy: PollPolicy.fixed("7 minutes") }))
      assert.deepInclude(error, { deadline: Duration.hours(2) })
      assert.strictEqual(gateway.times.at(-1), 7_200_000)
    })
  )
})

describe("a record that is not found", () => {
  it.effect("is expected in the grace time", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([notFound, notFound, notFound, running, done])
      assert.propertyVal(yield* wait(gateway, everyTen), "text", "Good morning.")
    })
  )

  it.effect("is an error after the grace time of 30 seconds, or as long as the call says", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway(() => notFound)
      const error = yield* Effect.flip(wait(gateway, everyTen))
      assert.deepStrictEqual(gateway.times, [0, 10_000, 20_000, 30_000])
      assert.deepInclude(error, { _tag: "TranscriptionNotFound", id, code: "40404", msg: "no record", attempts: 4 })
      assert.propertyVal(error, "traceId", "trace-2")
      const short = fakeGateway(() => notFound)
      yield* Effect.flip(wait(short, { ...everyTen, notFoundGrace: "15 seconds" }))
      assert.lengthOf(short.received, 3)
      const none = fakeGateway(() => notFound)
      yield* Effect.flip(wait(none, { notFoundGrace: 0 }))
      assert.lengthOf(none.received, 1)
    })
  )

  it.effect("is an error at once where the record was seen before", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([running, busyFor(0), notFound])
      const error = yield* Effect.flip(wait(gateway, { ...everyTen, notFoundGrace: "1 hour" }))
      assert.deepInclude(error, { _tag: "TranscriptionNotFound", attempts: 3 })
    })
  )

  it.effect("is what isRecordNotFound of the call says", () =>
    Effect.gen(function* () {
      const gone = record(1, { status: undefined })
      const isRecordNotFound: WaitOptions["isRecordNotFound"] = ({ code }) => code === "200404"
      const pending = text(JSON.stringify({ code: "200404", data: { hint: "soon" } }))
      const gateway = fakeGateway([pending, running, done])
      assert.propertyVal(yield* wait(gateway, { ...everyTen, isRecordNotFound }), "text", "Good morning.")
      assert.propertyVal(yield* Effect.flip(wait(fakeGateway([pending]), everyTen)), "_tag", "GatewayRejected")
      assert.propertyVal(
        yield* Effect.flip(wait(fakeGateway([gone, gone]), everyTen)),
        "_tag",
        "GatewayInvalidResponse"
      )
    })
  )
})
