import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import type { CallSum } from "../../schemas/CallSum.js"
import type { GatewayInvalidRequest } from "../../schemas/GatewayError.js"
import type { PlannedCall } from "../PlannedCall.js"
import type { ItemRecord } from "./ItemRecord.js"

/** What a batch does with each of its items. `I` is an item as one writes it. */
export interface Job<I, B, E, R> {
  readonly name: string
  /** Checks an item, and fills its defaults in; names each field that does not fit. */
  readonly accept: (given: I) => Effect.Effect<I, GatewayInvalidRequest>
  /** The same for what JSON holds. */
  readonly read: (json: unknown) => Effect.Effect<I, GatewayInvalidRequest>
  /** How a result is written as JSON, and an error. */
  readonly writeResult: (result: B) => Effect.Effect<unknown>
  readonly writeError: (error: E) => Effect.Effect<unknown>
  /** What it would send for an item; left out where that is not known. */
  readonly calls?: ((input: I) => ReadonlyArray<PlannedCall>) | undefined
  /** How it carries out an item: anew each time, or as an execution that is kept. */
  readonly work: Plain<I, B, E, R> | Kept<I, B, E, R>
}

/** Work that is done anew each time. */
export interface Plain<I, B, E, R> {
  readonly _tag: "Plain"
  readonly run: (input: I) => Effect.Effect<B, E, R>
}

/** Work whose executions are kept, so that an item that is done is not done again; and what is kept beside them. */
export interface Kept<I, B, E, R> {
  readonly _tag: "Kept"
  /** The id of the execution of an item. */
  readonly executionId: (input: I, name: ItemName) => Effect.Effect<string, GatewayInvalidRequest>
  /** Starts an execution, or goes on with it, or gives back how it ended; and waits for that. */
  readonly execute: (input: I, name: ItemName) => Effect.Effect<B, E, R>
  /** How an execution ended; none where it has not. */
  readonly ended: (execution: string) => Effect.Effect<Option.Option<Exit.Exit<B, E>>, never, R>
  /** Has a failed execution go on from what was done, when it is executed again. */
  readonly reopen: (execution: string) => Effect.Effect<void, never, R>
  /** Notes that a pass over a run has come to an item; gives what was noted of it before. */
  readonly note: (item: NotedItem) => Effect.Effect<Found, never, R>
  /** What was noted of an item; notes nothing. */
  readonly look: (item: LookedAt) => Effect.Effect<Found, never, R>
  /** How many orders the run may send, all passes together; undefined for any number. */
  readonly limitOrders: (run: string, most: number | undefined) => Effect.Effect<void, never, R>
  /** What the calls for an item came to, those of earlier processes, and for other inputs that it had, included. */
  readonly callsOf: (name: ItemName) => Effect.Effect<ReadonlyArray<CallSum>, never, R>
  /** What is known of the items of a run. */
  readonly records: (run: string) => Stream.Stream<ItemRecord, never, R>
}

/** The run and the item that work is for. */
export interface ItemName {
  readonly run: string
  readonly item: string
}

/** An item of a run of a pipeline, and its input. */
export interface LookedAt extends ItemName {
  readonly pipeline: string
  /** A digest of its input. */
  readonly payload: string
}

/** An item that a pass over a run has come to. */
export interface NotedItem extends LookedAt {
  readonly execution: string
  /** Names one pass among all of them. */
  readonly pass: string
}

/**
 * What was noted of an item before: nothing; the same input, in an earlier pass or in this one; another input in an earlier pass,
 * or in this one, where the item keeps what it had.
 */
export type Found = "nothing" | "same" | "repeated" | "changed" | "taken"
