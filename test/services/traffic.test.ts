import { HttpClientError } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Array as Arr, Clock, Effect, Either, Fiber, Random, TestClock } from "effect"
import type { GatewayClientOptions } from "effect-model-gateway"
import { Embedder, noRetries, RetryPolicy, standardRetries } from "effect-model-gateway"
import type { Answer, Received } from "../support/fakeGateway.js"
import { fakeGateway, recorded, text } from "../support/fakeGateway.js"
import { within } from "../support/time.js"

const embed = (input: string | number) =>
  Effect.flatMap(Embedder, (it) => it.embed({ model: "m", input: String(input) }))

const inputOf = ({ body }: Received): string => Object.assign({ input: "" }, body).input
const good = recorded("embedding.json")
const toldToWait = (status: number, seconds: number) =>
  text("later", { status, headers: { "retry-after": String(seconds) } })

/** A gateway whose answers take their time, and that counts how many requests it has at once. */
const slowGateway = (
  answer: (received: Received, number: number) => readonly [millis: number, answer: Answer],
  options: Partial<GatewayClientOptions>
) => {
  const inFlight: Array<number> = []
  let number = 0
  let now = 0
  const gateway = fakeGateway((received) => {
    const [millis, then] = answer(received, number++)
    return (request) =>
      Effect.acquireUseRelease(
        Effect.sync(() => inFlight.push(++now)),
        () => Effect.zipRight(Effect.sleep(millis), then(request)),
        () => Effect.sync(() => now--)
      )
  }, options)
  /** How many requests there were at once, at each start. */
  return { ...gateway, inFlight }
}

const bounds = (least: number, most: number) => ({ concurrency: { least, most } })

describe("the queue of a client", () => {
  it.effect(
    "serves two thousand fibers in the order of their coming",
    () =>
      Effect.gen(function* () {
        const gateway = slowGateway((_, number) => [1000 * (1 + (number % 2)), good], bounds(50, 50))
        const inputs = Arr.range(1, 2000)
        yield* Effect.forEach(inputs, embed, { concurrency: "unbounded", discard: true }).pipe(
          Effect.provide(gateway.layer),
          within("1 hour")
        )
        assert.deepStrictEqual(gateway.received.map(inputOf), inputs.map(String))
        assert.strictEqual(Math.max(...gateway.inFlight), 50)
      }),
    90_000
  )

  it.effect("lets nobody in a second time before those who wait", () =>
    Effect.gen(function* () {
      const gateway = slowGateway(() => [10, good], bounds(1, 1))
      const greedy = (name: number) => Effect.replicateEffect(embed(name), 20, { discard: true })
      yield* Effect.forEach(Arr.range(0, 9), greedy, { concurrency: "unbounded", discard: true }).pipe(
        Effect.provide(gateway.layer),
        within("1 hour")
      )
      assert.deepStrictEqual(
        gateway.received.map(inputOf),
        Arr.makeBy(200, (i) => String(i % 10))
      )
    })
  )

  it.effect("hands on the turn of one that is interrupted in the moment in which it gets it", () =>
    Effect.gen(function* () {
      const gateway = slowGateway(() => [1000, good], bounds(1, 1))
      yield* Effect.gen(function* () {
        const fibers = yield* Effect.forEach(["in flight", "first", "second", "last"], (input) =>
          Effect.fork(embed(input))
        )
        yield* TestClock.adjust("500 millis")
        yield* Fiber.interruptAll(fibers.slice(1, 3))
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(gateway.received.map(inputOf), ["in flight", "last"])
        yield* Fiber.joinAll([...fibers.slice(0, 1), ...fibers.slice(3)])
      }).pipe(Effect.provide(gateway.layer))
    })
  )

  it.effect.each(Arr.range(1, 12))("loses no turn and no place by interruptions, seed %i", (seed) =>
    Effect.gen(function* () {
      const gateway = slowGateway((_, number) => [50 + 10 * ((number * 71) % 9), good], bounds(3, 3))
      yield* Effect.gen(function* () {
        const fibers = yield* Effect.forEach(Arr.range(1, 60), (input) => Effect.fork(embed(input)))
        const victims = yield* Effect.map(Random.shuffle(fibers), (all) => [...all].slice(0, 40))
        yield* Effect.forEach(victims, (fiber) =>
          Effect.gen(function* () {
            yield* TestClock.adjust(yield* Random.nextIntBetween(0, 40))
            yield* Fiber.interrupt(fiber)
          })
        )
        yield* TestClock.adjust("1 minute")
        for (const fiber of fibers) assert.isTrue((yield* Fiber.poll(fiber))._tag === "Some")
        const order = gateway.received.map((one) => Number(inputOf(one)))
        assert.deepStrictEqual(
          order,
          [...order].sort((a, b) => a - b)
        )
        assert.isAtMost(Math.max(...gateway.inFlight), 3)

        // Three places are free, and no more.
        const before = gateway.received.length
        const last = yield* Effect.forEach(Arr.range(1, 4), (input) => Effect.fork(embed(input)))
        yield* TestClock.adjust(1)
        assert.lengthOf(gateway.received, before + 3)
        yield* TestClock.adjust("1 second")
        yield* Fiber.joinAll(last)
      }).pipe(Effect.provide(gateway.layer))
    }).pipe(Effect.withRandom(Random.make(seed)))
  )
})

describe("one that is told to wait", () => {
  it.effect.each([429, 503])("with %i makes all wait, and their starts are spread when the pause ends", (status) =>
    Effect.gen(function* () {
      const gateway = slowGateway(
        (_, number) => (number === 0 ? [1000, toldToWait(status, 10)] : [2000, good]),
        bounds(1, 8)
      )
      yield* Effect.forEach(Arr.range(1, 20), embed, { concurrency: "unbounded", discard: true }).pipe(
        Effect.provide(gateway.layer),
        within("1 minute")
      )
      assert.deepStrictEqual(gateway.times.slice(0, 8), Arr.replicate(0, 8))
      const after = gateway.times.slice(8)
      assert.lengthOf(after, 13)
      assert.strictEqual(after[0], 11_000)
      const gaps = after.slice(1, 5).map((time, i) => time - (after[i] ?? 0))
      // A request takes 2 s, and four to eight may be in flight.
      for (const gap of gaps) assert.isTrue(gap >= 250 && gap <= 500, String(gap))
      // It goes again when the others do.
      assert.isAbove(gateway.received.map(inputOf).lastIndexOf("1"), 7)
    })
  )

  it.effect("lets the others come back at the pace at which answers came before the pause", () =>
    Effect.gen(function* () {
      const gateway = slowGateway((_, number) => [1000, number === 15 ? toldToWait(429, 10) : good], bounds(1, 8))
      yield* Effect.forEach(Arr.range(1, 40), embed, { concurrency: "unbounded", discard: true }).pipe(
        Effect.provide(gateway.layer),
        within("1 minute")
      )
      // Eight at once in a second; only half as many may be in flight after it.
      assert.deepStrictEqual(gateway.times.slice(16, 20), [12_000, 12_125, 12_250, 12_375])
    })
  )

  it.effect("leaves the pace as it was, though fewer may be in flight when those under way are answered", () =>
    Effect.gen(function* () {
      const answers = [
        [999, toldToWait(429, 0)],
        ...Arr.replicate([1000, good] as const, 6),
        [1001, toldToWait(429, 10)]
      ] as const
      const gateway = slowGateway((_, number) => answers[number] ?? [1000, good], bounds(1, 8))
      yield* Effect.forEach(Arr.range(1, 40), embed, { concurrency: "unbounded", discard: true }).pipe(
        Effect.provide(gateway.layer),
        within("1 minute")
      )
      assert.deepStrictEqual(gateway.times.filter((time) => time > 1001).slice(0, 4), [11_001, 11_126, 11_251, 11_376])
    })
  )

  it.effect("for no time at all spreads no starts, for nobody waited", () =>
    Effect.gen(function* () {
      const gateway = slowGateway((_, number) => [1000, number === 8 ? toldToWait(429, 0) : good], bounds(1, 8))
      yield* Effect.forEach(Arr.range(1, 40), embed, { concurrency: "unbounded", discard: true }).pipe(
        Effect.provide(gateway.layer),
        within("1 minute")
      )
      // Half as many may be in flight from then on, and those of the next round start at once.
      assert.deepStrictEqual(gateway.times.slice(22, 28), [2000, 3000, 3000, 3000, 3000, 3000])
    })
  )

  it.effect("is told so again by none of the others: no request goes out in the pause", () =>
    Effect.gen(function* () {
      const gateway = slowGateway((_, number) => (number === 0 ? [0, toldToWait(503, 30)] : [0, good]), bounds(1, 8))
      yield* Effect.gen(function* () {
        yield* Effect.fork(embed("first"))
        yield* TestClock.adjust("1 second")
        const late = yield* Effect.fork(embed("late"))
        yield* TestClock.adjust("28 seconds")
        assert.lengthOf(gateway.received, 1)
        yield* TestClock.adjust("2 seconds")
        yield* Fiber.join(late)
        assert.deepStrictEqual(gateway.times.slice(0, 2), [0, 30_000])
      }).pipe(Effect.provide(gateway.layer))
    })
  )

  it.effect("for longer than longestWait holds the others no longer than that", () =>
    Effect.gen(function* () {
      const gateway = slowGateway((_, number) => (number === 0 ? [0, toldToWait(503, 3600)] : [0, good]), {
        retries: { ...noRetries, longestWait: "5 seconds" }
      })
      yield* Effect.zipRight(Effect.flip(embed("first")), embed("second")).pipe(
        Effect.provide(gateway.layer),
        within("1 minute")
      )
      assert.deepStrictEqual(gateway.times, [0, 5000])
    })
  )

  it.effect("holds nobody where the client's policy is noRetries", () =>
    Effect.gen(function* () {
      const gateway = slowGateway(() => [0, toldToWait(503, 3600)], { retries: noRetries })
      yield* Effect.zipRight(Effect.flip(embed("first")), Effect.flip(embed("second"))).pipe(
        Effect.provide(gateway.layer),
        within("1 minute")
      )
      assert.deepStrictEqual(gateway.times, [0, 0])
    })
  )

  it.effect("holds nobody of another client", () =>
    Effect.gen(function* () {
      const one = slowGateway(() => [0, toldToWait(503, 30)], {})
      const other = slowGateway(() => [0, good], {})
      yield* Effect.fork(Effect.provide(embed("first"), one.layer))
      yield* TestClock.adjust("1 second")
      yield* Effect.provide(embed("second"), other.layer)
      assert.deepStrictEqual(other.times, [1000])
    })
  )
})

/** A gateway that answers in a second, but does not listen from `stopsAt` to `listensAt`. Unit: milliseconds. */
const restarting = (stopsAt: number, listensAt: number, options: Partial<GatewayClientOptions>) => {
  let refused = 0
  const refuse: Answer = (request) =>
    Effect.suspend(() => {
      refused += 1
      const cause = Object.assign(new Error("connect"), { code: "ECONNREFUSED" })
      return new HttpClientError.RequestError({ request, reason: "Transport", cause })
    })
  const gateway = fakeGateway(
    () => (request) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        stopsAt <= now && now < listensAt ? refuse(request) : Effect.delay(good(request), "1 second")
      ),
    options
  )
  return { ...gateway, refused: () => refused }
}

describe("a gateway that is not reached", () => {
  const all = (count: number) =>
    Effect.forEach(Arr.range(1, count), (input) => Effect.either(embed(input)), { concurrency: "unbounded" })

  it.effect("a moment after it answered costs those who wait few attempts, the fewer the longer it is away", () =>
    Effect.gen(function* () {
      const gateway = restarting(500, 3500, bounds(1, 8))
      const ended = yield* all(80).pipe(Effect.provide(gateway.layer), within("1 minute"))
      assert.lengthOf(ended.filter(Either.isRight), 80)
      // Without the pause eight at a time would be refused at once, and again, until their retries are spent.
      assert.isAtMost(gateway.refused(), 24)
      assert.isAtLeast(gateway.refused(), 15)
      const [back = 0] = gateway.times.filter((time) => time >= 3500)
      assert.isAtMost(back, 3750)
    })
  )

  it.effect.each([1030, 1110, 1210])(
    "is noticed to be back at %i soon, a quarter of its absence late at the most",
    (listensAt) =>
      Effect.gen(function* () {
        const gateway = restarting(500, listensAt, bounds(1, 8))
        const ended = yield* all(24).pipe(Effect.provide(gateway.layer), within("1 minute"))
        assert.lengthOf(ended.filter(Either.isRight), 24)
        const [back = 0] = gateway.times.filter((time) => time >= listensAt)
        // It was not reached first when the first round was answered, after a second.
        assert.isAtMost(back, listensAt + Math.max(20, (listensAt - 1000) / 4))
      })
  )

  it.effect("is not waited for where the client's policy is noRetries, or where it never answered", () =>
    Effect.gen(function* () {
      const impatient = restarting(500, 3500, { ...bounds(1, 8), retries: noRetries })
      const ended = yield* all(80).pipe(Effect.provide(impatient.layer), within("1 minute"))
      assert.lengthOf(ended.filter(Either.isLeft), 72)
      assert.deepStrictEqual(impatient.times.slice(8), Arr.replicate(1000, 72))

      const dead = restarting(0, 600_000, { ...bounds(1, 8), retries: { ...standardRetries, retries: 1 } })
      const before = yield* Clock.currentTimeMillis
      yield* all(80).pipe(Effect.provide(dead.layer), within("1 minute"))
      assert.strictEqual(dead.refused(), 160)
      assert.isAtMost((dead.times.at(-1) ?? 0) - before, 500)
    })
  )

  it.effect("is waited for ten seconds after its last answer, and no longer", () =>
    Effect.gen(function* () {
      const gateway = restarting(500, 600_000, bounds(1, 8))
      yield* all(200).pipe(Effect.provide(gateway.layer), within("1 minute"))
      const inAll = (from: number, to: number) => gateway.times.filter((time) => from <= time && time < to).length
      // The last answers came after a second.
      assert.isAtMost(inAll(1500, 11_000), 130)
      assert.isAbove(inAll(11_000, 14_000), 150)
    })
  )
})

describe("how many requests are in flight", () => {
  const once = (input: number) => Effect.provideService(Effect.ignore(embed(input)), RetryPolicy, noRetries)

  it.effect("is halved once a round when the gateway asks for a pause, down to the least", () =>
    Effect.gen(function* () {
      const gateway = slowGateway(() => [1000, toldToWait(429, 1)], bounds(2, 16))
      yield* Effect.forEach(Arr.range(1, 34), once, { concurrency: "unbounded", discard: true }).pipe(
        Effect.provide(gateway.layer),
        within("1 hour")
      )
      assert.strictEqual(Math.max(...gateway.inFlight.slice(0, 16)), 16)
      // The heights that the rounds after it reach: sixteen answers that asked for a pause halved the bound once.
      const reached = Arr.dedupe(gateway.inFlight.slice(16).filter((count, i, all) => count >= (all[i + 1] ?? 0)))
      assert.deepStrictEqual(reached, [8, 4, 2])
    })
  )

  it.effect("grows by one a round that goes well, up to the most", () =>
    Effect.gen(function* () {
      const gateway = slowGateway(
        (_, number) => (number < 16 ? [1000, toldToWait(429, 1)] : [1000, good]),
        bounds(2, 16)
      )
      yield* Effect.forEach(Arr.range(1, 400), once, { concurrency: "unbounded", discard: true }).pipe(
        Effect.provide(gateway.layer),
        within("1 hour")
      )
      const later = gateway.inFlight.slice(16)
      const firstOf = (count: number) => later.indexOf(count)
      for (const count of Arr.range(9, 15)) {
        // From the first time that so many were in flight, a whole round passes before one more is.
        const round = firstOf(count + 1) - firstOf(count)
        assert.isTrue(round >= count - 1 && round <= count + 3, `${count}: ${round}`)
      }
      assert.strictEqual(Math.max(...later), 16)
    })
  )

  it.effect.each([
    { least: 0 },
    { most: 0 },
    { least: 3, most: 2 },
    { most: Number.NaN },
    { most: Number.POSITIVE_INFINITY },
    { least: 1.5 }
  ])("is refused to be bounded by %j", (concurrency) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.provide(embed(1), fakeGateway([], { concurrency }).layer))
      assert.propertyVal(error, "_op", "InvalidData")
      assert.include(error.message, "concurrency")
    })
  )

  it.effect("is bounded by 64 where nothing is said", () =>
    Effect.gen(function* () {
      const gateway = slowGateway(() => [1000, good], {})
      yield* Effect.forEach(Arr.range(1, 200), embed, { concurrency: "unbounded", discard: true }).pipe(
        Effect.provide(gateway.layer),
        within("1 minute")
      )
      assert.strictEqual(Math.max(...gateway.inFlight), 64)
    })
  )
})

describe("the spread after a pause", () => {
  it.effect("takes no longer than the pause did, however slow an answer was before", () =>
    Effect.gen(function* () {
      const answers = [
        [120_000, good],
        [0, toldToWait(429, 1)],
        [0, good],
        [0, good],
        [0, good]
      ] as const
      const gateway = slowGateway((_, number) => answers[number] ?? [0, good], bounds(1, 1))
      yield* Effect.forEach([1, 2, 3, 4], embed).pipe(Effect.provide(gateway.layer), within("10 minutes"))
      const [, , third = 0, , last = 0] = gateway.times
      assert.isAtMost(third, 121_500)
      assert.isAtMost(last - third, 1_000)
    })
  )

  it.effect("a clock that is set back makes no pause longer", () =>
    Effect.gen(function* () {
      const gateway = slowGateway((_, number) => [0, number === 0 ? toldToWait(429, 10) : good], bounds(1, 1))
      yield* TestClock.setTime(7_200_000)
      const calls = Effect.either(embed(1)).pipe(
        Effect.provideService(RetryPolicy, noRetries),
        Effect.zipRight(TestClock.setTime(3_600_000)),
        Effect.zipRight(Effect.fork(embed(2)))
      )
      yield* Effect.gen(function* () {
        const second = yield* calls
        yield* TestClock.adjust("11 seconds")
        yield* Fiber.join(second)
      }).pipe(Effect.provide(gateway.layer))
      assert.lengthOf(gateway.received, 2)
    })
  )
})
