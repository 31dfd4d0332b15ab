import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** Where an engine keeps things of one kind, by id, oldest first. What is kept does not change. */
export interface Shelf<A> {
  /** The thing of an id. */
  readonly get: (id: string) => Effect.Effect<Option.Option<A>>
  /** Keeps a thing, unless one of that id is there; gives the one that is there now. */
  readonly keep: (id: string, thing: A) => Effect.Effect<A>
  /** All things, oldest first. */
  readonly all: Effect.Effect<ReadonlyArray<A>>
}

/** A shelf in the memory of the process. */
export const memoryShelf = <A>(): Shelf<A> => {
  const things = new Map<string, A>()
  return {
    get: (id) => Effect.sync(() => Option.fromNullable(things.get(id))),
    keep: (id, thing) =>
      Effect.sync(() => {
        const kept = things.get(id) ?? thing
        things.set(id, kept)
        return kept
      }),
    all: Effect.sync(() => [...things.values()])
  }
}
