import * as Effect from "effect/Effect"

/** Runs an effect when its turn comes. */
export type InTurn = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * Lets at most so many effects run at once, and the rest in the order in which they came. A place goes straight to
 * whoever waits longest; `Effect.makeSemaphore` lets newcomers go first.
 */
export const turns = (places: number): InTurn => {
  const waiting = new Set<Visit>()
  let free = places

  const come = (visit: Visit): void => {
    visit.hasPlace = free > 0
    if (visit.hasPlace) free--
    else waiting.add(visit)
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

  return (effect) =>
    // Each visit says itself whether it has a place, so that an interruption at any point gives back exactly that.
    Effect.uninterruptibleMask((restore) => {
      const visit: Visit = { hasPlace: false, called: () => undefined }
      come(visit)
      const turn = Effect.async<void>((resume) => {
        visit.called = () => resume(Effect.void)
        if (visit.hasPlace) visit.called()
      })
      return restore(visit.hasPlace ? effect : Effect.zipRight(turn, effect)).pipe(
        Effect.ensuring(Effect.sync(() => leave(visit)))
      )
    })
}

interface Visit {
  hasPlace: boolean
  called: () => void
}
