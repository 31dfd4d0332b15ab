/** A pause that all requests of a client share, and the spread of their starts when it ends. */
export interface Cooldown {
  /** How long the next start has to wait. Unit: milliseconds. */
  readonly wait: (now: number) => number
  /** Pauses all starts, from now until `until` at the least. Unit: milliseconds since 1970. */
  readonly pause: (now: number, until: number) => void
  /**
   * A request found no connection: a pause too, where one was answered not long ago. Then the gateway is likely to be starting
   * anew, and those who wait need not spend their attempts on it. The pause is a moment at first, and longer the longer the
   * gateway is away, so that a short restart is noticed soon, and a long one costs few attempts.
   */
  readonly notReached: (now: number) => void
  /** A request starts: the next one keeps a distance to it for as long as the spread lasts. */
  readonly started: (now: number) => void
  /** A request was answered that began at `startedAt`, when so many could be in flight: what the distance is measured by. */
  readonly answered: (startedAt: number, places: number, now: number) => void
}

/** How long a request is taken to last until one was answered. Unit: milliseconds. */
const firstGuess = 1000

/** The least and the most that all wait when no connection was made. Unit: milliseconds. */
const [moment, longestMoment] = [20, 250]

/** The part that they wait of the time for which the gateway was not reached: as late as that its return is noticed. */
const lateness = 0.25

/** By how much the first goes ahead of the others when a gateway may be back, for a refusal comes soon. Unit: milliseconds. */
const headStart = 10

/** The longest that the starts are spread over when a gateway may be back. Unit: milliseconds. */
const spreadOfReturn = 100

/** For how long after the last answer a gateway that is not reached is taken to be starting anew. Unit: milliseconds. */
const restart = 10_000

/** The longest that the starts after a pause are spread over, all of them together. Unit: milliseconds. */
const longestSpread = 2_000

/**
 * No pause. `inRound` is how many requests may be in flight: after a pause so many of them start at the distance at which
 * answers came before it, and not all at once; all of that takes no longer than the pause itself did, or than `spreadOfReturn`
 * where the gateway was not reached. A pause of no length held nobody up, so nothing is spread after it.
 */
export const makeCooldown = (inRound: () => number): Cooldown => {
  let openAt = 0
  /** How long the wait is that `openAt` ends. A clock that is set back makes it no longer. */
  let length = 0
  let distance: number | undefined
  let answeredAt = Number.NEGATIVE_INFINITY
  /** When no connection was made for the first time since a request that went out was answered. */
  let awaySince: number | undefined
  let toSpread = 0
  let longestDistance = 0
  let ahead = 0
  const openIn = (now: number, millis: number) => {
    if (now + millis <= openAt) return
    openAt = now + millis
    length = millis
  }
  const pause = (now: number, until: number, spread: number) => {
    if (until <= Math.max(now, openAt)) return
    openIn(now, until - now)
    toSpread = inRound()
    longestDistance = spread / toSpread
  }
  return {
    wait: (now) => {
      openAt = Math.min(openAt, now + length)
      return Math.max(0, openAt - now)
    },
    pause: (now, until) => {
      if (until > openAt) ahead = 0
      pause(now, until, Math.min(until - now, longestSpread))
    },
    notReached: (now) => {
      if (now - answeredAt >= restart) return
      awaySince ??= now
      const wait = Math.min(Math.max(moment, lateness * (now - awaySince)), longestMoment)
      pause(now, now + wait, spreadOfReturn)
      ahead = headStart
    },
    started: (now) => {
      if (toSpread <= 0) return
      toSpread -= 1
      const own = Math.min(distance ?? firstGuess / inRound(), longestDistance)
      // From when this one could start: a busy program wakes late, and would widen each distance by that.
      openIn(now, Math.max(ahead, openAt + own - now))
      ahead = 0
    },
    answered: (startedAt, places, now) => {
      answeredAt = now
      // A gateway that goes down may answer what it took on, and let nobody in any more.
      if (awaySince !== undefined && startedAt > awaySince) awaySince = undefined
      // In a pause ever fewer are in flight, so answers tell little of the distance at which they come otherwise.
      if (now < openAt && distance !== undefined) return
      const own = (now - startedAt) / places
      distance = distance === undefined ? own : 0.8 * distance + 0.2 * own
    }
  }
}
