/** Between which bounds a client moves the number of its requests in flight. */
export interface ConcurrencyBounds {
  /** At least 1. */
  readonly least: number
  readonly most: number
}

/** How many requests may be in flight, learned from what the gateway answers: one more with each round, halved when told. */
export interface Concurrency {
  readonly limit: () => number
  /** A request was answered without being told to wait. */
  readonly grow: () => void
  /** A request that began at `startedAt` was told to wait. Those of one round count once. Unit: milliseconds since 1970. */
  readonly cut: (startedAt: number, now: number) => void
}

/** Begins at the upper bound. */
export const makeConcurrency = ({ least, most }: ConcurrencyBounds): Concurrency => {
  let limit = most
  let lastCut = Number.NEGATIVE_INFINITY
  return {
    limit: () => Math.floor(limit),
    grow: () => {
      limit = Math.min(most, limit + 1 / limit)
    },
    cut: (startedAt, now) => {
      if (startedAt <= lastCut) return
      limit = Math.max(least, limit / 2)
      lastCut = now
    }
  }
}
