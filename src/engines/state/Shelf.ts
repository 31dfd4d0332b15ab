import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import type { NotKept } from "./NotKept.js"

/** Where an engine keeps things of one kind, by id, oldest first. What is kept does not change, but may be replaced. */
export interface Shelf<A> {
  /** The thing of an id. */
  readonly get: (id: string) => Effect.Effect<Option.Option<A>>
  /** Keeps a thing, unless one of that id is there; gives the one that is there now. Fails where nothing was kept. */
  readonly keep: (id: string, thing: A) => Effect.Effect<A, NotKept>
  /** Keeps a thing as the newest, in place of one of that id; gives it back. Fails where nothing was kept, and nothing replaced. */
  readonly replace: (id: string, thing: A) => Effect.Effect<A, NotKept>
  /** All things, oldest first. */
  readonly all: Effect.Effect<ReadonlyArray<A>>
  /** The newest things, newest first. */
  readonly newest: (count: number) => Effect.Effect<ReadonlyArray<A>>
}

/** A thing as it is kept: JSON, and beside it the bytes that it may have. */
export type KeptForm = { readonly [field: string]: unknown; readonly bytes?: Uint8Array }

/** Makes the shelf of a name for things of a schema. */
export type MakeShelf = <A, I extends KeptForm>(name: string, schema: Schema.Schema<A, I>) => Shelf<A>

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
    replace: (id, thing) =>
      Effect.sync(() => {
        things.delete(id)
        things.set(id, thing)
        return thing
      }),
    all: Effect.sync(() => [...things.values()]),
    newest: (count) => Effect.sync(() => [...things.values()].reverse().slice(0, count))
  }
}
