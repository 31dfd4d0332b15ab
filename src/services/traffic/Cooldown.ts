/** A pause that all requests of a client share, and the spread of their starts when it ends. */
export interface Cooldown {
  /** How long the next start has to wait. Unit: milliseconds. */
  readonly wait: (now: number) => number
  /** Pauses all starts, until `until` at the least. Unit: milliseconds since 1970. */
  readonly pause: (until: number) => void
  /** A request starts: the next one keeps a distance to it for as long as the spread lasts. */
  readonly started: (now: number) => void
  /** A request was answered, after `millis`: what the distance is measured by. */
  readonly answered: (millis: number) => void
}

/** How long a request is taken to last until one was answered. Unit: milliseconds. */
const firstGuess = 1000

/**
 * No pause. `inRound` is how many requests may be in flight: after a pause so many of them start at the distance at which
 * they would come in turn, and not all at once.
 */
export const makeCooldown = (inRound: () => number): Cooldown => {
  let openAt = 0
  let usual: number | undefined
  let toSpread = 0
  return {
    wait: (now) => Math.max(0, openAt - now),
    pause: (until) => {
      if (until <= openAt) return
      openAt = until
      toSpread = inRound()
    },
    started: (now) => {
      if (toSpread <= 0) return
      toSpread -= 1
      openAt = Math.max(openAt, now + (usual ?? firstGuess) / inRound())
    },
    answered: (millis) => {
      usual = usual === undefined ? millis : 0.8 * usual + 0.2 * millis
    }
  }
}
