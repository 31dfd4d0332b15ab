import type * as Cause from "effect/Cause"
import type { CallSum } from "../../schemas/CallSum.js"
import type { Failure } from "./Failure.js"
import type { ItemRecord } from "./ItemRecord.js"

/** What an item of a batch came to. */
export type ItemResult<B, E> = ItemDone<B> | ItemFailed<E> | ItemRefused

/** What is known of an item whatever it came to. */
export interface ItemFacts {
  /** The item's key. */
  readonly item: string
  /** Its place among all items, from 1. */
  readonly number: number
  /** The id of its execution, where it is kept. */
  readonly execution?: string | undefined
  /** Whether an earlier pass over the run, or the same item before in this one, had come to this already. */
  readonly isKept: boolean
  /** Whether the run had an item of this key before, with another input: this is new work, beside that. */
  readonly isChanged: boolean
  /** How long it took in this pass. Unit: milliseconds. */
  readonly took: number
  /** What its calls came to, those of earlier passes included. */
  readonly calls: ReadonlyArray<CallSum>
  /** What is known of its steps; of kept work that was carried out the store has it. */
  readonly record?: ItemRecord | undefined
}

/** An item that is done. */
export interface ItemDone<B> extends ItemFacts {
  readonly state: "done"
  readonly value: B
}

/**
 * An item that failed, with all that went wrong. `withheld`: an order was not sent, for the cap on orders was reached; the next
 * pass goes on with it.
 */
export interface ItemFailed<E> extends ItemFacts {
  readonly state: "failed" | "withheld"
  readonly cause: Cause.Cause<E>
  readonly failure: Failure
}

/** An item of which nothing was done: it cannot be read, does not fit, or has the key of another. */
export interface ItemRefused extends ItemFacts {
  readonly state: "refused"
  readonly failure: Failure
}
