import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, FastCheck, Random, Schedule } from "effect"
import { PollPolicy } from "effect-model-gateway"

/** The first waits of a policy. Unit: milliseconds. */
const waits = (policy: PollPolicy.PollPolicy, count: number) =>
  Effect.forEach(
    Array.from({ length: count }, (_, i) => i + 1),
    (number) => Effect.map(policy({ number, elapsed: Duration.zero }), Duration.toMillis)
  )

describe("PollPolicy.growing", () => {
  it.effect("grows by the factor, up to the longest wait, for ever", () =>
    Effect.gen(function* () {
      const policy = PollPolicy.growing({ from: "1 second", to: "10 seconds", factor: 2, jitter: 0 })
      assert.deepStrictEqual(yield* waits(policy, 6), [1000, 2000, 4000, 8000, 10_000, 10_000])
      const late = yield* policy({ number: 1_000_000, elapsed: Duration.zero })
      assert.strictEqual(Duration.toMillis(late), 10_000)
    })
  )

  it.effect.prop(
    "shortens each wait by a random part of up to the jitter",
    [FastCheck.integer({ min: 0, max: 100 }), FastCheck.integer({ min: 1, max: 60 }), FastCheck.nat()],
    ([percent, number, seed]) =>
      Effect.gen(function* () {
        const jitter = percent / 100
        const options = { from: "1 second", to: "15 seconds", factor: 1.5 } as const
        const policy = (jitter: number) =>
          Effect.map(PollPolicy.growing({ ...options, jitter })({ number, elapsed: Duration.zero }), Duration.toMillis)
        const [full, wait] = [yield* policy(0), yield* Effect.withRandom(policy(jitter), Random.make(seed))]
        assert.isAtMost(wait, full)
        assert.isAtLeast(wait, full * (1 - jitter))
      })
  )

  it.effect("shortens waits differently, by chance", () =>
    Effect.gen(function* () {
      const policy = PollPolicy.growing({ from: "1 second", to: "1 second", factor: 1, jitter: 0.5 })
      const all = yield* Effect.withRandom(waits(policy, 200), Random.make("tides"))
      assert.isBelow(Math.min(...all), 550)
      assert.isAbove(Math.max(...all), 950)
      assert.isAbove(new Set(all).size, 100)
    })
  )
})

describe("PollPolicy.fixed", () => {
  it.effect("waits always as long", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* waits(PollPolicy.fixed("7 seconds"), 3), [7000, 7000, 7000])
    })
  )
})

describe("PollPolicy.fromSchedule", () => {
  it.effect.each([
    ["spaced", Schedule.spaced("3 seconds"), [3000, 3000, 3000, 3000]],
    ["exponential", Schedule.exponential("1 second"), [1000, 2000, 4000, 8000]],
    ["fibonacci", Schedule.fibonacci("1 second"), [1000, 1000, 2000, 3000]],
    [
      "linear, with a longest wait",
      Schedule.linear("1 second").pipe(Schedule.union(Schedule.spaced("2500 millis"))),
      [1000, 2000, 2500, 2500]
    ],
    ["one that ends", Schedule.fromDelays("1 second", "5 seconds"), [1000, 5000, 5000, 5000]],
    ["one that has ended from the start", Schedule.stop, [0, 0, 0, 0]]
  ] as const)("waits as the schedule does: %s", ([, schedule, expected]) =>
    Effect.gen(function* () {
      const policy = PollPolicy.fromSchedule(schedule)
      assert.deepStrictEqual(yield* waits(policy, 4), [...expected])
      assert.deepStrictEqual(yield* waits(policy, 4), [...expected], "a second wait begins anew")
    })
  )
})

describe("the first look", () => {
  it.effect("is made at once, but by the adaptive policy, which plans it", () =>
    Effect.gen(function* () {
      const first = (policy: PollPolicy.PollPolicy) =>
        Effect.map(policy({ number: 0, elapsed: Duration.zero }), Duration.toMillis)
      const everyMinute = PollPolicy.fromSchedule(Schedule.spaced("1 minute"))
      for (const policy of [PollPolicy.standard, PollPolicy.fixed("7 seconds"), everyMinute]) {
        assert.strictEqual(yield* first(policy), 0)
      }
      assert.isAbove(yield* first(PollPolicy.adaptive()), 500)
    })
  )
})

describe("PollPolicy.standard", () => {
  it.effect("grows from 1 s to 15 s", () =>
    Effect.gen(function* () {
      const all = yield* waits(PollPolicy.standard, 50)
      assert.isTrue(all.every((wait) => wait >= 800 && wait <= 15_000))
      assert.isBelow(all[0] ?? 0, 1001)
      assert.isTrue(all.slice(10).every((wait) => wait >= 12_000))
    })
  )
})
