import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Exit, Fiber, Option, TestClock } from "effect"
import * as Timer from "../../src/steps/Timer.js"
import { nodesTimers } from "../support/time.js"

/** How an effect ends on a clock like Node's, and after how many days. */
const ends = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(
      Effect.zip(
        effect,
        Effect.map(Clock.currentTimeMillis, (now) => now / 86_400_000)
      ).pipe(nodesTimers)
    )
    yield* TestClock.adjust("200 days")
    return yield* Option.getOrElse(yield* Fiber.poll(fiber), () => Exit.die("it never woke"))
  })

it.effect("the clock of these tests forgets long timers as that of Node does", () =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit(ends(Effect.sleep("100 days")))
    assert.deepInclude({ ...exit }, { _tag: "Failure" })
  })
)

describe.each([0, 1, 12, 24, 25, 60, 100])("of %i days", (days) => {
  const long = Duration.days(days)

  it.effect("a wait ends in time", () => Effect.map(ends(Timer.sleep(long)), ([, at]) => assert.strictEqual(at, days)))

  it.effect("a wait up to an instant ends at it", () =>
    Effect.map(ends(Timer.sleepUntil(Duration.toMillis(long))), ([, at]) => assert.strictEqual(at, days))
  )

  it.effect("a timeout comes in time", () =>
    Effect.gen(function* () {
      const [got, at] = yield* ends(Timer.timeoutOption(long)(Effect.never))
      assert.deepStrictEqual([Option.getOrNull(got), at], [null, days])
      const [error] = yield* ends(Effect.flip(Timer.timeoutFail(long, () => "late")(Effect.never)))
      assert.strictEqual(error, "late")
    })
  )
})

describe.each(["1 day", "100 days", Duration.infinity] as const)("within %s", (limit) => {
  it.effect("what ends before a timeout keeps its end", () =>
    Effect.gen(function* () {
      const work = Timer.timeoutOption(limit)(Effect.as(Effect.sleep("1 hour"), "done"))
      const [got, at] = yield* ends(work)
      assert.deepStrictEqual([Option.getOrNull(got), at], ["done", 1 / 24])
      const exit = yield* Effect.exit(ends(Timer.timeoutOption(limit)(Effect.fail("no"))))
      assert.deepStrictEqual(exit, Exit.fail("no"))
    })
  )

  it.effect("an interruption reaches the work at once", () =>
    Effect.gen(function* () {
      let interrupted = false
      const work = Effect.onInterrupt(Effect.never, () => Effect.sync(() => (interrupted = true)))
      const fiber = yield* Effect.fork(Timer.timeoutOption(limit)(work))
      yield* Effect.repeatN(Effect.yieldNow(), 20)
      yield* Fiber.interrupt(fiber)
      assert.isTrue(interrupted)
    })
  )
})

it.effect("a wait for ever does not end", () =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(Timer.sleep(Duration.infinity))
    yield* TestClock.adjust("3650 days")
    assert.isTrue(Option.isNone(yield* Fiber.poll(fiber)))
    yield* Fiber.interrupt(fiber)
  })
)
