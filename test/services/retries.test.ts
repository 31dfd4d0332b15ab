import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Random, Schedule } from "effect"
import type { Retries } from "effect-model-gateway"
import { noRetries, PollPolicy, RetryPolicy, standardRetries } from "effect-model-gateway"
import type { Answer, GatewayFake } from "../support/fakeGateway.js"
import { bodyThat, fakeGateway, hangs, recorded, systemError, text, unreachable } from "../support/fakeGateway.js"
import type { Sample } from "../support/samples.js"
import { orders, reads, samples } from "../support/samples.js"
import { within } from "../support/time.js"

const busy = text("busy", { status: 503 })
const reset = unreachable(systemError("ECONNRESET"))
const refused = unreachable(systemError("ECONNREFUSED"))

/** Waits of 1, 2, 4, ... seconds without jitter. */
const steady = (retries: number): Retries => ({
  longestWait: "2 days",
  retries,
  backoff: PollPolicy.growing({ from: "1 second", to: "1 minute", factor: 2, jitter: 0 })
})

const call = (sample: Sample, gateway: GatewayFake, policy = steady(2)) =>
  sample.call.pipe(Effect.provide(gateway.layer), Effect.provideService(RetryPolicy, policy), within("2 days"))

describe.each(reads)("$operation.name changes nothing, so it", (sample) => {
  it.effect.each([
    { what: "503", failure: busy },
    { what: "a reset", failure: reset },
    { what: "a refused connection", failure: refused },
    { what: "a body that breaks off", failure: bodyThat("breaks", "{") }
  ])("is sent again on $what", ({ failure }) =>
    Effect.gen(function* () {
      const gateway = fakeGateway([failure, failure, recorded(sample.reply)])
      yield* call(sample, gateway)
      assert.deepStrictEqual(gateway.times, [0, 1000, 3000])
      assert.deepStrictEqual(gateway.received[2], gateway.received[0])
    })
  )

  it.effect("gives up when the retries are used up, and counts the attempts", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([busy, reset, busy])
      const error = yield* Effect.flip(call(sample, gateway))
      assert.deepInclude(error, { _tag: "GatewayUnavailable", attempts: 3 })
      assert.match(error.message, /\(3 attempts\)$/)
    })
  )

  it.effect.each<{ readonly what: string; readonly failure: Answer }>([
    ...[400, 401, 403, 404, 408, 429, 500, 502, 504].map((status) => ({
      what: `status ${status}`,
      failure: text(null, { status })
    })),
    { what: "a timeout", failure: hangs },
    { what: "a body that is not JSON", failure: text("oops") }
  ])("is not sent again on $what", ({ failure }) =>
    Effect.gen(function* () {
      const gateway = fakeGateway([failure])
      assert.deepInclude(yield* Effect.flip(call(sample, gateway)), { attempts: 1 })
    })
  )
})

describe.each(samples.filter((sample) => !reads.includes(sample)))(
  "$operation.name does something, so it",
  (sample) => {
    it.effect.each([
      { what: "503", failure: busy },
      { what: "503 with Retry-After", failure: text("busy", { status: 503, headers: { "retry-after": "1" } }) },
      { what: "429 with Retry-After", failure: text("busy", { status: 429, headers: { "retry-after": "1" } }) },
      { what: "a reset", failure: reset },
      { what: "a refused connection", failure: refused },
      { what: "a body that breaks off", failure: bodyThat("breaks", "{") },
      { what: "a timeout", failure: hangs },
      { what: "a body that is not JSON", failure: text("oops") },
      { what: "status 500", failure: text(null, { status: 500 }) }
    ])("is never sent again, not even on $what", ({ failure }) =>
      Effect.gen(function* () {
        const gateway = fakeGateway([failure])
        assert.deepInclude(yield* Effect.flip(call(sample, gateway)), { attempts: 1 })
      })
    )
  }
)

it("there are reads, orders, and one keyed operation", () => {
  assert.deepStrictEqual([reads.length, orders.length, samples.length], [4, 3, 8])
})

describe("the waits between attempts", () => {
  const [sample] = reads
  assert(sample !== undefined)
  const reply = recorded(sample.reply)
  const busyFor = (seconds: number) => text("busy", { status: 503, headers: { "retry-after": String(seconds) } })

  it.effect("are those that the gateway asks for, where they are longer", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([busyFor(60), busyFor(1), busyFor(86_400), reply])
      yield* call(sample, gateway, steady(3))
      assert.deepStrictEqual(gateway.times, [0, 60_000, 62_000, 62_000 + 86_400_000])
    })
  )

  it.effect("are by default two, up to 0.5 s and 1 s, shortened by up to a half", () =>
    Effect.gen(function* () {
      for (const seed of ["a", "b", "c", "d"]) {
        const gateway = fakeGateway([busy, busy, busy])
        const start = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        yield* sample.call.pipe(
          Effect.provide(gateway.layer),
          Effect.withRandom(Random.make(seed)),
          within("1 minute"),
          Effect.flip
        )
        const [first = 0, second = 0, third = 0] = gateway.times
        assert.strictEqual(first, start)
        assert.isTrue(second - first >= 250 && second - first < 500, String(second - first))
        assert.isTrue(third - second >= 500 && third - second < 1000, String(third - second))
      }
    })
  )

  it.effect("follow any policy that is provided", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([busy, reset, busy, reply])
      const backoff = PollPolicy.fromSchedule(Schedule.fibonacci("10 seconds"))
      yield* call(sample, gateway, { ...steady(3), backoff })
      assert.deepStrictEqual(gateway.times, [0, 10_000, 20_000, 40_000])
    })
  )

  it.effect("are those of the client, where the call has none of its own", () =>
    Effect.gen(function* () {
      const gateway = () => fakeGateway([busy, busy, busy, busy, reply], { retries: steady(4) })
      const [ofClient, ofCall] = [gateway(), gateway()]
      yield* sample.call.pipe(Effect.provide(ofClient.layer), within("1 hour"))
      assert.deepStrictEqual(ofClient.times, [0, 1000, 3000, 7000, 15_000])
      assert.deepInclude(yield* Effect.flip(call(sample, ofCall, steady(1))), { attempts: 2 })
    })
  )

  it.effect("are none where the policy is noRetries", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([busy])
      assert.deepInclude(yield* Effect.flip(call(sample, gateway, noRetries)), { attempts: 1 })
    })
  )

  it.effect("end where the caller loses patience: no request goes out any more", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([busyFor(60)])
      const given = yield* sample.call.pipe(
        Effect.provide(gateway.layer),
        Effect.timeoutOption("30 seconds"),
        within("1 hour")
      )
      assert.strictEqual(given._tag, "None")
      assert.lengthOf(gateway.received, 1)
    })
  )

  it.effect("are told by a layer too, for all that runs below it", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([busy])
      const policy = Layer.succeed(RetryPolicy, { ...standardRetries, retries: 0 })
      yield* sample.call.pipe(Effect.provide(Layer.merge(gateway.layer, policy)), within("1 minute"), Effect.flip)
      assert.lengthOf(gateway.received, 1)
    })
  )
})
