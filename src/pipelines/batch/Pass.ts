import type { KeyOf } from "./itemKey.js"

/** One pass over a run. */
export interface Pass<I> {
  readonly run: string
  /** Names the pass among all of them. */
  readonly pass: string
  readonly key: KeyOf<I> | undefined
  /** What is done about items that an earlier pass saw fail. */
  readonly retry: "failed" | undefined
}

/** An item whose turn has come. */
export interface Turn<I> {
  readonly input: I
  readonly number: number
  /** The item's key. */
  readonly item: string
  /** A digest of its input. */
  readonly payload: string
}
