import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** How many orders may still go out. Neither of its effects is interrupted. */
export interface Cap {
  /** Takes a place for an order that is about to go out; false where none is left, so that it does not. */
  readonly take: Effect.Effect<boolean>
  /** Gives the place back of an order that did not go out, or is proved not to be accepted. */
  readonly giveBack: Effect.Effect<void>
}

/** The cap on the orders that clients send; without one there is no bound. Provide it with `Effect.provideService`. */
export class OrderCap extends Context.Reference<OrderCap>()("effect-model-gateway/OrderCap", {
  defaultValue: (): Cap => ({ take: Effect.succeed(true), giveBack: Effect.void })
}) {
  /** A cap in memory, for what it is provided to in this process: at most so many orders that were, or may have been, accepted. */
  static readonly make = (most: number): Effect.Effect<Cap> =>
    Effect.sync(() => {
      let taken = 0
      return {
        take: Effect.sync(() => {
          const isLeft = taken < most
          if (isLeft) taken += 1
          return isLeft
        }),
        giveBack: Effect.sync(() => {
          taken -= 1
        })
      }
    })

  /** Two caps that both hold: an order takes a place of each, and of the first only where the second has one too. */
  static readonly both = (first: Cap, second: Cap): Cap => ({
    take: Effect.if(first.take, {
      onTrue: () => Effect.tap(second.take, (isTaken) => (isTaken ? Effect.void : first.giveBack)),
      onFalse: () => Effect.succeed(false)
    }),
    giveBack: Effect.zipRight(second.giveBack, first.giveBack)
  })
}
