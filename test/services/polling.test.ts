import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Random } from "effect"
import { PollPolicy, TaskTimes } from "effect-model-gateway"
import { bound } from "../../bench/polling/bound.js"
import { alike, byAudio, populations, twoSorts } from "../../bench/polling/populations.js"
import { compared, draw, evenly, polled } from "../../bench/polling/simulate.js"

/** The simulations work through some ten thousand looks each. */
const long = 120_000

describe("the adaptive policy, as npm run bench:polling measures it", () => {
  // The first tasks are not measured: they are begun while little is known, and weigh the more the fewer there are.
  it.each([
    [alike.name, "7", alike, 600],
    [twoSorts.name, "1", twoSorts, 700],
    [twoSorts.name, "5", twoSorts, 700],
    [byAudio.name, "7", byAudio, 600]
  ] as const)(
    "notices tasks nearly as soon as can be at equal looks: %s, seed %s",
    (_, seed, population, tasks) => {
      const { adaptive, even } = compared(population, 3, tasks, seed, 300)
      assert.closeTo(adaptive.looks, evenly(3, draw(population, tasks, seed).slice(300)).looks, 0.15 * adaptive.looks)
      assert.isBelow(adaptive.mean, 1.15 * bound(population) * even.mean)
      assert.isBelow(adaptive.mean, 0.5 * even.mean)
      assert.isBelow(adaptive.p95, 0.6 * even.p95)
    },
    long
  )

  it(
    "does so where many looks are asked for",
    () => {
      const { adaptive, even } = compared(alike, 0.5, 250, "7", 100)
      assert.closeTo(adaptive.looks, evenly(0.5, draw(alike, 250, "7").slice(100)).looks, 0.2 * adaptive.looks)
      assert.isBelow(adaptive.mean, 1.15 * bound(alike) * even.mean)
      assert.isBelow(adaptive.p95, 0.65 * even.p95)
    },
    long
  )

  // The bounds are wide: a client that knew nothing, and stayed so, would be no better than the even poller.
  it.each(populations.map((population) => [population.name, population] as const))(
    "is better than an even poller with its first tasks already: %s",
    (_, population) => {
      const { adaptive, even } = compared(population, 3, 300, "2")
      assert.closeTo(adaptive.looks, evenly(3, draw(population, 300, "2")).looks, 0.25 * adaptive.looks)
      assert.isBelow(adaptive.mean, 1.75 * bound(population) * even.mean)
      assert.isBelow(adaptive.mean, 0.8 * even.mean)
      assert.isBelow(adaptive.p95, 1.3 * even.p95)
    },
    long
  )

  it("has the bounds that are known of these populations", () => {
    const bounds = populations.map((population) => Number(bound(population).toFixed(3)))
    assert.deepStrictEqual(bounds, [0.44, 0.346, 0.348])
  })

  it(
    "is the same for the same seed",
    () => {
      const tasks = draw(alike, 60, "9")
      assert.deepStrictEqual(polled(PollPolicy.adaptive(), tasks, "a"), polled(PollPolicy.adaptive(), tasks, "a"))
      assert.notDeepEqual(polled(PollPolicy.adaptive(), tasks, "a"), polled(PollPolicy.adaptive(), tasks, "b"))
    },
    long
  )

  it(
    "forgets what tasks took that take another time now",
    () => {
      const slow = draw(alike, 300, "3").map(({ seconds }) => ({ seconds: seconds * 6 }))
      const quick = draw(alike, 300, "4").map(({ seconds }) => ({ seconds: seconds / 10 }))
      const { mean: slower } = polled(PollPolicy.adaptive(), [...draw(alike, 300, "2"), ...slow], "5")
      const { mean: quicker } = polled(PollPolicy.adaptive(), [...draw(alike, 300, "2"), ...quick], "5")
      assert.isBelow(slower, 4)
      assert.isBelow(quicker, 3)
    },
    long
  )
})

/** What is known after tasks that took so many seconds, each looked at shortly before and after. */
const times = (seconds: ReadonlyArray<number>, audioSeconds?: number) =>
  seconds.reduce((times, taken) => {
    const [before, after] = [Duration.seconds(taken * 0.97), Duration.seconds(taken * 1.03)]
    const running = TaskTimes.seen(times, { after: Duration.zero, until: before, done: false, audioSeconds })
    return TaskTimes.seen(running, { after: before, until: after, done: true, audioSeconds })
  }, TaskTimes.none)

const anyWait = (look: Partial<PollPolicy.Look>, policy = PollPolicy.adaptive()) =>
  Effect.map(policy({ number: 0, elapsed: Duration.zero, ...look }), Duration.toSeconds)

/** A wait that chance neither shortens nor lengthens. */
const waitOf = (...given: Parameters<typeof anyWait>) => Effect.withRandom(anyWait(...given), Random.fixed([0.5]))

const around = (middle: number) => Array.from({ length: 200 }, (_, i) => middle * (0.8 + (0.4 * i) / 199))

describe("a wait of the adaptive policy", () => {
  it.effect("is short while nothing is known, and grows with the time", () =>
    Effect.gen(function* () {
      const waits = []
      for (const [number, elapsed] of [0, 5, 20, 60, 300].entries()) {
        waits.push(yield* waitOf({ number, elapsed: Duration.seconds(elapsed) }))
      }
      assert.isBelow(waits[0] ?? 0, 3)
      assert.deepStrictEqual(
        waits,
        [...waits].sort((a, b) => a - b)
      )
    })
  )

  it.effect("first lasts until tasks are likely to be done, and is then short", () =>
    Effect.gen(function* () {
      const known = times(around(30))
      assert.closeTo(yield* waitOf({ times: known }), 20, 3)
      assert.isBelow(yield* waitOf({ times: known, number: 1, elapsed: Duration.seconds(28) }), 3)
    })
  )

  it.effect("costs no more than a look: the last of the quick are not left to be found with the slow", () =>
    Effect.gen(function* () {
      const each = (index: number) => (index % 2 ? 5 : 120) * (0.7 + 0.6 * ((index * 0.618) % 1))
      const known = times(Array.from({ length: 400 }, (_, index) => each(index)))
      const at = (elapsed: number) =>
        waitOf(
          { times: known, number: 5, elapsed: Duration.seconds(elapsed) },
          PollPolicy.adaptive({ longest: "1 hour" })
        )
      // Of the quick, which take 3.5 to 6.5 s, one in a hundred is left at 6.3 s.
      assert.isBelow(yield* at(6.3), 4)
      assert.isAbove(yield* at(8), 50)
    })
  )

  it.effect("goes by the audio's duration where it is given", () =>
    Effect.gen(function* () {
      const known = times(around(30), 300)
      for (const audioSeconds of [60, 300, 400]) {
        const wait = yield* waitOf({ times: known, audioSeconds })
        assert.closeTo(wait / audioSeconds, 0.085, 0.01)
      }
    })
  )

  it.effect("is at once where the task is taken up, and then even until tasks begun just now are due", () =>
    Effect.gen(function* () {
      const known = times(around(30))
      assert.strictEqual(yield* waitOf({ times: known, startKnown: false }), 0)
      const next = yield* waitOf({ times: known, startKnown: false, number: 1 })
      assert.isAbove(next, 1)
      assert.isBelow(next, 8)
    })
  )

  it.effect("keeps between the least and the longest", () =>
    Effect.gen(function* () {
      const [quick, slow] = [times(around(0.01)), times(around(3000))]
      const bounded = PollPolicy.adaptive({ least: "2 seconds", longest: "10 seconds" })
      assert.closeTo(yield* waitOf({ times: quick }, bounded), 2.5, 0.5)
      assert.closeTo(yield* waitOf({ times: slow }, bounded), 7.5, 2.5)
      assert.isAtLeast(yield* waitOf({ times: quick }), 0.25)
      assert.isAtMost(yield* waitOf({ times: slow }), 60)
    })
  )

  it.effect("is not in step with others that began with it", () =>
    Effect.gen(function* () {
      const known = times(around(30))
      const waits = yield* Effect.replicateEffect(anyWait({ times: known }), 1000)
      assert.isAbove(new Set(waits.map((wait) => Math.round(wait * 10))).size, 10)
    }).pipe(Effect.withRandom(Random.make("crowd")))
  )
})

describe("TaskTimes", () => {
  it("tells quantiles of what was seen", () => {
    const known = times(around(30), 300)
    assert.closeTo(Duration.toSeconds(TaskTimes.quantile(known, 0.5)), 30, 2)
    assert.closeTo(Duration.toSeconds(TaskTimes.quantile(known, 0.9)), 34.8, 2)
    assert.closeTo(Duration.toSeconds(TaskTimes.quantile(known, 0.5, 600)), 60, 4)
  })

  it("counts what is not done yet: the quick are not taken for all while the slow go on", () => {
    let known = times(Array.from({ length: 50 }, () => 5))
    for (let task = 0; task < 50; task++) {
      known = TaskTimes.seen(known, { after: Duration.zero, until: Duration.seconds(60), done: false })
    }
    assert.isAbove(Duration.toSeconds(TaskTimes.quantile(known, 0.6)), 50)
  })
})
