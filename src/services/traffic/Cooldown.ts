/** A pause that all requests of a client share, and the spread of their starts when it ends. */
export interface Cooldown {
  /** How long the next start has to wait. Unit: milliseconds. */
  readonly wait: (now: number) => number
  /** Pauses all starts, from now until `until` at the least. Unit: milliseconds since 1970. */
  readonly pause: (now: number, until: number) => void
  /**
   * A request found no connection: a pause too, of a moment, where one was answered not long ago. Then the gateway is likely
   * to be starting anew, and those who wait need not spend their attempts on it.
   */
  readonly notReached: (now: number) => void
  /** A request starts: the next one keeps a distance to it for as long as the spread lasts. */
  readonly started: (now: number) => void
  /** A request that began at `startedAt` was answered: what the distance is measured by, with how many may be in flight now. */
  readonly answered: (startedAt: number, now: number) => void
}

/** How long a request is taken to last until one was answered. Unit: milliseconds. */
const firstGuess = 1000

/** How long all wait when no connection was made. Unit: milliseconds. */
const moment = 100

/** For how long after the last answer a gateway that is not reached is taken to be starting anew. Unit: milliseconds. */
const restart = 10_000

/** The longest that the starts after a pause are spread over, all of them together. Unit: milliseconds. */
const longestSpread = 2_000

/**
 * No pause. `inRound` is how many requests may be in flight: after a pause so many of them start at the distance at which
 * answers came before it, and not all at once; all of that takes no longer than the pause itself did. A pause of no length held
 * nobody up, so nothing is spread after it.
 */
export const makeCooldown = (inRound: () => number): Cooldown => {
  let openAt = 0
  /** How long the wait is that `openAt` ends. A clock that is set back makes it no longer. */
  let length = 0
  let distance: number | undefined
  let answeredAt = Number.NEGATIVE_INFINITY
  let toSpread = 0
  let longestDistance = 0
  const openIn = (now: number, millis: number) => {
    if (now + millis <= openAt) return
    openAt = now + millis
    length = millis
  }
  const pause = (now: number, until: number) => {
    if (until <= Math.max(now, openAt)) return
    openIn(now, until - now)
    toSpread = inRound()
    longestDistance = Math.min(until - now, longestSpread) / toSpread
  }
  return {
    wait: (now) => {
      openAt = Math.min(openAt, now + length)
      return Math.max(0, openAt - now)
    },
    pause,
    notReached: (now) => {
      if (now - answeredAt < restart) pause(now, now + moment)
    },
    started: (now) => {
      if (toSpread <= 0) return
      toSpread -= 1
      openIn(now, Math.min(distance ?? firstGuess / inRound(), longestDistance))
    },
    answered: (startedAt, now) => {
      answeredAt = now
      // In a pause ever fewer are in flight, so answers tell little of the distance at which they come otherwise.
      if (now < openAt && distance !== undefined) return
      const own = (now - startedAt) / inRound()
      distance = distance === undefined ? own : 0.8 * distance + 0.2 * own
    }
  }
}
