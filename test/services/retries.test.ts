import { assert, describe, it } from "@effect/vitest"
import { Array as Arr, Duration, Effect, Layer, Random, Schedule } from "effect"
import type { GatewayError, Retries } from "effect-model-gateway"
import { isRetryable, noRetries, PollPolicy, RetryPolicy, standardRetries, withDeadline } from "effect-model-gateway"
import type { GatewayFake } from "../support/fakeGateway.js"
import { fakeGateway, recorded, systemError, text, unreachable } from "../support/fakeGateway.js"
import type { Sample } from "../support/samples.js"
import { orders, reads } from "../support/samples.js"
import { within } from "../support/time.js"

const busy = text("busy", { status: 503 })
const reset = unreachable(systemError("ECONNRESET"))

/** Waits of 1, 2, 4, ... seconds without jitter. */
const steady = (retries: number): Retries => ({
  longestWait: "2 days",
  retries,
  backoff: PollPolicy.growing({ from: "1 second", to: "1 minute", factor: 2, jitter: 0 })
})

const call = (sample: Sample, gateway: GatewayFake, policy = steady(2)) =>
  sample.call.pipe(Effect.provide(gateway.layer), Effect.provideService(RetryPolicy, policy), within("2 days"))

/** When the requests went out, counted from the first. */
const since = ({ times }: GatewayFake) => times.map((time) => time - (times[0] ?? 0))

const [sample] = reads
assert(sample !== undefined)
const reply = recorded(sample.reply)
const busyFor = (seconds: number) => text("busy", { status: 503, headers: { "retry-after": String(seconds) } })

describe("the waits between attempts", () => {
  it.effect("are those that the gateway asks for, where they are longer", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([busyFor(60), busyFor(1), busyFor(86_400), reply])
      yield* call(sample, gateway, steady(3))
      assert.deepStrictEqual(gateway.times, [0, 60_000, 62_000, 62_000 + 86_400_000])
    })
  )

  it.effect("are by default two, up to 0.5 s and up to 1 s, anything from none on: full jitter", () =>
    Effect.gen(function* () {
      const shares = yield* Effect.forEach(Arr.range(1, 100), (seed) =>
        Effect.gen(function* () {
          const gateway = fakeGateway([reset, reset, reset])
          yield* sample.call.pipe(
            Effect.provide(gateway.layer),
            Effect.withRandom(Random.make(seed)),
            within("1 minute"),
            Effect.flip
          )
          const [first = 0, second = 0, third = 0] = gateway.times
          assert.lengthOf(gateway.times, 3)
          return [(second - first) / 500, (third - second) / 1000]
        })
      )
      const all = shares.flat()
      assert.isTrue(all.every((share) => share >= 0 && share <= 1))
      // Of two hundred waits spread evenly each tenth of the range holds about twenty.
      for (const tenth of Arr.range(0, 9)) {
        const inside = all.filter((share) => Math.floor(share * 10) === tenth).length
        assert.isTrue(inside >= 8 && inside <= 36, `${inside} waits in tenth ${tenth}`)
      }
    })
  )

  it.effect("are those that the gateway asks for as a date, too", () =>
    Effect.gen(function* () {
      const headers = { "retry-after": "Thu, 01 Jan 1970 00:01:30 GMT" }
      const gateway = fakeGateway([
        text("busy", { status: 429, headers }),
        text("busy", { status: 503, headers }),
        reply
      ])
      yield* call(sample, gateway)
      // At the second answer the date is there, and the policy's own wait of 2 s is left.
      assert.deepStrictEqual(gateway.times, [0, 90_000, 92_000])
    })
  )

  it.effect("are measured by the clock of a gateway that asks by a date, and shared", () =>
    Effect.gen(function* () {
      // The gateway's clock is a minute behind.
      const headers = { date: "Wed, 31 Dec 1969 23:59:00 GMT", "retry-after": "Wed, 31 Dec 1969 23:59:30 GMT" }
      const [order] = orders
      assert(order !== undefined)
      const limited = text("busy", { status: 429, headers })
      const gateway = fakeGateway([limited, recorded(order.reply), recorded(order.reply)])
      const other = Effect.delay(order.call, "1 second")
      const both = Effect.all([order.call, other], { concurrency: 2 })
      yield* both.pipe(Effect.provide(gateway.layer), within("1 minute"))
      assert.lengthOf(gateway.times, 3)
      assert.isTrue(gateway.times.slice(1).every((time) => time >= 30_000))
    })
  )

  it.effect("are not begun where the gateway asks for more than longestWait: its error comes back with the time", () =>
    Effect.gen(function* () {
      for (const [asked, sent] of [
        [60, 2],
        [61, 1]
      ] as const) {
        const gateway = fakeGateway([busyFor(asked), text(null, { status: 400 })])
        const error = yield* Effect.flip(call(sample, gateway, { ...steady(2), longestWait: "1 minute" }))
        assert.lengthOf(gateway.received, sent)
        if (sent === 1) {
          assert.deepInclude(error, { _tag: "GatewayUnavailable", attempts: 1, retryAfter: Duration.seconds(asked) })
        }
      }
    })
  )

  it.effect("are not begun where they would end later than longestTime after the call began", () =>
    Effect.gen(function* () {
      const patient = { ...steady(9), longestTime: "7 seconds" } as const
      const gateway = fakeGateway(() => reset)
      const error = yield* Effect.flip(call(sample, gateway, patient))
      assert.deepStrictEqual(gateway.times, [0, 1000, 3000, 7000])
      assert.deepInclude(error, { _tag: "GatewayTransportError", attempts: 4 })

      // The time that attempts take counts too.
      const slow = fakeGateway(() => (request) => Effect.delay(reset(request), "3 seconds"))
      yield* Effect.flip(call(sample, slow, patient))
      assert.lengthOf(slow.times, 2)
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

  it.effect.each([
    ["ends", Schedule.exponential("1 second").pipe(Schedule.intersect(Schedule.recurs(2))), [0, 1000, 3000]],
    ["has no delays", Schedule.recurs(1), [0, 0]],
    ["has ended from the start", Schedule.stop, [0]]
  ] as const)("end where their schedule %s, within a deadline too", ([, schedule, times]) =>
    Effect.gen(function* () {
      const policy = { ...steady(6), backoff: PollPolicy.fromSchedule(schedule) }
      for (const budget of [undefined, "1 hour"] as const) {
        const gateway = fakeGateway(() => reset)
        const call = sample.call.pipe(Effect.provide(gateway.layer), Effect.provideService(RetryPolicy, policy))
        const limited = budget === undefined ? call : withDeadline(budget)(call)
        const error = yield* limited.pipe(Effect.flip, within("1 hour"))
        assert.deepInclude({ ...error }, { _tag: "GatewayTransportError", attempts: times.length })
        assert.deepStrictEqual(since(gateway), [...times])
      }
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

describe("provesNotAccepted", () => {
  const [order] = orders
  assert(order !== undefined)
  const refused = unreachable(systemError("ECONNREFUSED"))
  const limited = text("slow down", { status: 429 })
  const busy502 = text(null, { status: 502 })

  it.effect("widens what an order is sent again on", () =>
    Effect.gen(function* () {
      const proof = (error: GatewayError) => error._tag === "GatewayUnexpectedStatus" && error.status === 502
      const gateway = fakeGateway([busy502, busy502, recorded(order.reply)])
      yield* call(order, gateway, { ...steady(2), provesNotAccepted: proof })
      assert.deepStrictEqual(gateway.times, [0, 1000, 3000])

      // What it does not name proves nothing any more.
      const other = fakeGateway([limited])
      yield* Effect.flip(call(order, other, { ...steady(2), provesNotAccepted: proof }))
      assert.lengthOf(other.received, 1)
    })
  )

  it.effect("narrows it", () =>
    Effect.gen(function* () {
      for (const failure of [refused, limited, busyFor(1)]) {
        const gateway = fakeGateway([failure])
        yield* Effect.flip(call(order, gateway, { ...steady(2), provesNotAccepted: () => false }))
        assert.lengthOf(gateway.received, 1)
      }
    })
  )

  it.effect("adds to isRetryable where it is called", () =>
    Effect.gen(function* () {
      const provesNotAccepted = (error: GatewayError) =>
        isRetryable(error) || (error._tag === "GatewayOutcomeUnknown" && error.reason === "ECONNRESET")
      const gateway = fakeGateway([refused, reset, recorded(order.reply)])
      yield* call(order, gateway, { ...steady(2), provesNotAccepted })
      assert.lengthOf(gateway.received, 3)
    })
  )

  it.effect("says nothing of what is no order", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([reset, reply])
      yield* call(sample, gateway, { ...steady(2), provesNotAccepted: () => false })
      assert.lengthOf(gateway.received, 2)
    })
  )
})
