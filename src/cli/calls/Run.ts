import type { Item } from "./requests.js"
import type { Tally } from "./tally.js"

/** What is known of the requests of a command while they are sent. */
export interface Run<A> {
  done: number
  failed: number
  /** How many requests there are, once that is known. */
  total: number | undefined
  /** When it began. Unit: milliseconds since 1970. */
  readonly began: number
  /** The request that was begun last. */
  last: Item<A> | undefined
  /** The requests that are under way, by their places in the order. */
  readonly underWay: Map<number, Item<A>>
  /** The results that are there, and wait for those before them to be printed. */
  readonly waiting: Map<number, ReadonlyArray<string>>
}

/** A run before its first request. */
export const newRun = <A>(began: number): Run<A> => ({
  done: 0,
  failed: 0,
  total: undefined,
  began,
  last: undefined,
  underWay: new Map(),
  waiting: new Map()
})

/** How far a run is. */
export const tallyOf = <A>({ began, done, failed, total }: Run<A>, now: number): Tally => ({
  done,
  failed,
  total,
  millis: now - began
})
