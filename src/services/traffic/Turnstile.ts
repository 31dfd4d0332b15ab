import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"

/** Waits for an effect, interruptibly and as long as there is patience; false where it ran out. */
export type Waiting = (effect: Effect.Effect<void>) => Effect.Effect<boolean>

/** Lets one through at a time, in the order of their coming. `Effect.Semaphore` would let newcomers overtake. */
export interface Turnstile {
  /** Waits for its turn. Who got it must `pass` it on, so it is to be run uninterruptibly but for the waiting. */
  readonly enter: (waiting: Waiting) => Effect.Effect<boolean>
  /** Gives the turn to the next. */
  readonly pass: Effect.Effect<void>
}

/** A turnstile with nobody at it. */
export const makeTurnstile = (): Turnstile => {
  const queue = new Set<Deferred.Deferred<void>>()
  let taken = false

  const pass: Effect.Effect<void> = Effect.suspend(() => {
    const [next] = queue
    if (next === undefined) {
      taken = false
      return Effect.void
    }
    queue.delete(next)
    return Effect.asVoid(Deferred.succeed(next, undefined))
  })

  /** Who leaves before its turn is forgotten; who was just given its turn hands it on. */
  const leave = (turn: Deferred.Deferred<void>) => Effect.suspend(() => (queue.delete(turn) ? Effect.void : pass))

  const enter = (waiting: Waiting): Effect.Effect<boolean> =>
    Effect.suspend(() => {
      if (!taken) {
        taken = true
        return Effect.succeed(true)
      }
      // In the same breath as the look, or the turn could be passed on in between, to nobody.
      const turn = Deferred.unsafeMake<void>(FiberId.none)
      queue.add(turn)
      return waiting(Deferred.await(turn)).pipe(
        Effect.onInterrupt(() => leave(turn)),
        Effect.tap((got) => (got ? Effect.void : leave(turn)))
      )
    })

  return { enter, pass }
}
