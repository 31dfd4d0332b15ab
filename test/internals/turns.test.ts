import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { turns } from "../../src/steps/turns.js"

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
