import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** Runs an effect when its turn comes. */
export type InTurn = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Waits for an effect, as long as there is patience; false where it ran out before. */
export type Waiting = (effect: Effect.Effect<void>) => Effect.Effect<boolean>

/** Runs an effect when its turn comes; none where the patience ran out before. */
export type InTurnWhile = <A, E, R>(
  waiting: Waiting,
  effect: Effect.Effect<A, E, R>
) => Effect.Effect<Option.Option<A>, E, R>

/**
 * Lets at most so many effects run at once, and the rest in the order in which they came. A place goes straight to
 * whoever waits longest; `Effect.makeSemaphore` lets newcomers go first.
 */
export const turns = (places: number): InTurn => {
  const inTurn = turnsWithPatience(places)
  return (effect) =>
    Effect.uninterruptibleMask((restore) => {
      const patient: Waiting = (turn) => Effect.as(restore(turn), true)
      return Effect.map(inTurn(patient, restore(effect)), Option.getOrThrow)
    })
}

/**
 * The same for visitors who may give up. Where this is run uninterruptibly, so is the effect, and the waiting as far as
 * `waiting` says.
 */
export const turnsWithPatience = (places: number): InTurnWhile => {
  const { come, leave } = makeQueue(places)
  return (waiting, effect) =>
    // Each visit says itself whether it has a place, so that an interruption at any point gives back exactly that.
    Effect.uninterruptibleMask((restore) => {
      const visit = come()
      const turn = Effect.async<void>((resume) => {
        visit.called = () => resume(Effect.void)
        if (visit.hasPlace) visit.called()
      })
      return Effect.if(visit.hasPlace ? Effect.succeed(true) : restore(waiting(turn)), {
        onTrue: () => Effect.asSome(restore(effect)),
        onFalse: () => Effect.succeedNone
      }).pipe(Effect.ensuring(Effect.sync(() => leave(visit))))
    })
}

interface Visit {
  hasPlace: boolean
  called: () => void
}

const makeQueue = (places: number) => {
  const waiting = new Set<Visit>()
  let free = places

  const come = (): Visit => {
    const visit = { hasPlace: free > 0, called: () => undefined }
    if (visit.hasPlace) free--
    else waiting.add(visit)
    return visit
  }

  const leave = (visit: Visit): void => {
    if (!visit.hasPlace) {
      waiting.delete(visit)
      return
    }
    const [next] = waiting
    if (next === undefined) {
      free++
      return
    }
    waiting.delete(next)
    next.hasPlace = true
    next.called()
  }

  return { come, leave }
}
