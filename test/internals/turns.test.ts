import { assert, describe, it } from "@effect/vitest"
import type { Duration } from "effect"
import { Array as Arr, Deferred, Effect, Fiber, Option, Random, TestClock } from "effect"
import type { Waiting } from "../../src/steps/turns.js"
import { turns, turnsWithPatience } from "../../src/steps/turns.js"

/** Lets forked fibers run as far as they can. */
const settle = Effect.repeatN(Effect.yieldNow(), 20)

describe("turns", () => {
  it.effect("lets so many in at once, and the others in the order in which they came", () =>
    Effect.gen(function* () {
      const inTurn = turns(2)
      const order: Array<number> = []
      const gates = yield* Effect.replicateEffect(Deferred.make<void>(), 6)
      const fibers = yield* Effect.forEach(gates, (gate, index) =>
        Effect.fork(
          inTurn(
            Effect.zipRight(
              Effect.sync(() => order.push(index)),
              Deferred.await(gate)
            )
          )
        )
      )
      yield* settle
      assert.deepStrictEqual(order, [0, 1])
      for (const [index, gate] of gates.entries()) {
        yield* Deferred.succeed(gate, undefined)
        yield* settle
        assert.deepStrictEqual(order, [0, 1, 2, 3, 4, 5].slice(0, index + 3))
      }
      yield* Fiber.joinAll(fibers)
    })
  )

  it.effect("does not let a newcomer go before who waits, even the one who has just left", () =>
    Effect.gen(function* () {
      const inTurn = turns(1)
      const order: Array<string> = []
      const visit = (name: string) =>
        inTurn(
          Effect.zipRight(
            Effect.sync(() => order.push(name)),
            Effect.yieldNow()
          )
        )
      const greedy = yield* Effect.fork(Effect.repeatN(visit("greedy"), 3))
      while (order.length === 0) yield* Effect.yieldNow()
      const others = yield* Effect.forEach(["a", "b"], (name) => Effect.fork(visit(name)))
      yield* Fiber.joinAll([greedy, ...others])
      assert.deepStrictEqual(order, ["greedy", "a", "b", "greedy", "greedy", "greedy"])
    })
  )

  it.effect("gives a place back on success, failure, death and interruption, inside and while waiting", () =>
    Effect.gen(function* () {
      const inTurn = turns(1)
      yield* inTurn(Effect.void)
      yield* Effect.ignore(inTurn(Effect.fail("no")))
      yield* Effect.exit(inTurn(Effect.die("no")))
      const inside = yield* Effect.fork(inTurn(Effect.never))
      yield* settle
      const waiting = yield* Effect.fork(inTurn(Effect.never))
      yield* settle
      yield* Fiber.interrupt(waiting)
      yield* Fiber.interrupt(inside)
      assert.strictEqual(yield* inTurn(Effect.succeed("in")), "in")
    })
  )

  it.effect("loses no place where the one whose turn has come is interrupted at that moment", () =>
    Effect.gen(function* () {
      const inTurn = turns(1)
      for (let round = 0; round < 50; round++) {
        const gate = yield* Deferred.make<void>()
        const inside = yield* Effect.fork(inTurn(Deferred.await(gate)))
        yield* settle
        const next = yield* Effect.fork(inTurn(Effect.void))
        yield* settle
        yield* Deferred.succeed(gate, undefined)
        yield* Effect.repeatN(Effect.yieldNow(), round % 5)
        yield* Fiber.interrupt(next)
        yield* Fiber.join(inside)
      }
      assert.strictEqual(yield* inTurn(Effect.succeed("in")), "in")
    })
  )
})

/** Waits no longer than this. */
const upTo =
  (patience: Duration.DurationInput): Waiting =>
  (turn) =>
    Effect.map(Effect.timeoutOption(turn, patience), Option.isSome)

describe("turns with patience", () => {
  it.effect("let in whose turn comes in time, and give none to whose patience ends before", () =>
    Effect.gen(function* () {
      const inTurn = turnsWithPatience(1)
      const order: Array<string> = []
      const visit = (name: string, patience: Duration.DurationInput) =>
        Effect.fork(
          inTurn(
            upTo(patience),
            Effect.delay(
              Effect.as(
                Effect.sync(() => order.push(name)),
                name
              ),
              "2 seconds"
            )
          )
        )
      const visits = [
        yield* visit("first", 0),
        yield* visit("short of patience", "1 second"),
        yield* visit("second", "3 seconds"),
        yield* visit("short of it too", "3 seconds"),
        yield* visit("third", "1 minute")
      ]
      yield* settle
      yield* TestClock.adjust("1 second")
      yield* settle
      const gaveUp = yield* Effect.forEach(visits, (fiber) => Effect.map(Fiber.poll(fiber), Option.isSome))
      assert.deepStrictEqual(gaveUp, [false, true, false, false, false])
      yield* TestClock.adjust("1 minute")
      const got = yield* Fiber.join(Fiber.all(visits))
      assert.deepStrictEqual(got.map(Option.getOrNull), ["first", null, "second", null, "third"])
      assert.deepStrictEqual(order, ["first", "second", "third"])
    })
  )

  it.effect("pass on a place that comes in the moment in which patience ends", () =>
    Effect.gen(function* () {
      const inTurn = turnsWithPatience(1)
      const second = Effect.sleep("1 second")
      // The timeout and the turn come at the same instant, in either order.
      for (const early of [true, false]) {
        const inside = early ? undefined : yield* Effect.fork(inTurn(upTo(0), second))
        yield* settle
        const holder = inside ?? (yield* Effect.fork(inTurn(upTo(0), Effect.zipRight(Effect.yieldNow(), second))))
        yield* settle
        const torn = yield* Effect.fork(inTurn(upTo("1 second"), Effect.void))
        yield* TestClock.adjust("1 second")
        yield* Fiber.join(holder)
        yield* Fiber.join(torn)
        assert.deepStrictEqual(yield* inTurn(() => Effect.succeed(false), Effect.succeed("in")), Option.some("in"))
      }
    })
  )

  it.effect("run uninterruptibly the effect of who is so, though not the waiting that it restores", () =>
    Effect.gen(function* () {
      const inTurn = turnsWithPatience(1)
      const gate = yield* Deferred.make<void>()
      const visit = Effect.uninterruptibleMask((restore) =>
        inTurn((turn) => Effect.as(restore(turn), true), Deferred.await(gate))
      )
      const inside = yield* Effect.fork(visit)
      yield* settle
      const waiting = yield* Effect.fork(visit)
      yield* settle
      yield* Fiber.interrupt(waiting)
      const ending = yield* Effect.fork(Fiber.interrupt(inside))
      yield* settle
      assert.isTrue(Option.isNone(yield* Fiber.poll(inside)))
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(ending)
      assert.deepStrictEqual(yield* inTurn(() => Effect.succeed(false), Effect.succeed("in")), Option.some("in"))
    })
  )

  it.effect.each(Arr.range(1, 6))("lose no place by giving up and interruptions, and keep the order, seed %i", (seed) =>
    Effect.gen(function* () {
      const inTurn = turnsWithPatience(3)
      const order: Array<number> = []
      let inside = 0
      const visit = (name: number, patience: number, stay: number) =>
        inTurn(
          upTo(patience),
          Effect.acquireUseRelease(
            Effect.sync(() => {
              order.push(name)
              inside += 1
              assert.isAtMost(inside, 3)
            }),
            () => Effect.sleep(stay),
            () => Effect.sync(() => (inside -= 1))
          )
        )
      const fibers = yield* Effect.forEach(Arr.range(1, 80), (name) =>
        Effect.gen(function* () {
          const fiber = yield* Effect.fork(
            visit(name, yield* Random.nextIntBetween(0, 600), yield* Random.nextIntBetween(0, 60))
          )
          if (yield* Random.nextBoolean) return fiber
          yield* Effect.fork(Effect.delay(Fiber.interrupt(fiber), yield* Random.nextIntBetween(0, 600)))
          return fiber
        })
      )
      yield* Effect.replicateEffect(TestClock.adjust("15 millis"), 50)
      for (const fiber of fibers) assert.isTrue(Option.isSome(yield* Fiber.poll(fiber)))
      assert.deepStrictEqual(
        order,
        [...order].sort((a, b) => a - b)
      )
      assert.isAbove(order.length, 10)
      assert.isBelow(order.length, 80)
      const full = yield* Effect.replicateEffect(Effect.fork(visit(0, 0, 1000)), 4)
      yield* TestClock.adjust("1 second")
      const got = yield* Fiber.join(Fiber.all(full))
      assert.deepStrictEqual(got.map(Option.isSome), [true, true, true, false])
    }).pipe(Effect.withRandom(Random.make(seed)))
  )
})
