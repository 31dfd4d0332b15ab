import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ItemRecord } from "../pipelines/batch/ItemRecord.js"
import type { Found, LookedAt, NotedItem } from "../pipelines/batch/Job.js"
import type { CallSum } from "../schemas/CallSum.js"

/** An item of a run of a pipeline. */
export type RunItem = Omit<LookedAt, "payload">

/** An execution, and the item that it was started for; the names of run and item are empty where none was given. */
export interface NotedExecution extends RunItem {
  readonly execution: string
}

/** What is kept of the runs of batches beside their executions: which items they have, and what those spent. */
export class RunNotes extends Context.Tag("effect-model-gateway/RunNotes")<
  RunNotes,
  {
    /** Notes that a pass over a run has come to an item; gives what was noted of it before. */
    readonly note: (item: NotedItem) => Effect.Effect<Found>
    /** What was noted of an item; notes nothing. */
    readonly look: (item: LookedAt) => Effect.Effect<Found>
    /** How many orders a run may send, all passes together; undefined for any number. */
    readonly limitOrders: (run: string, most: number | undefined) => Effect.Effect<void>
    /** Takes a place of a run's cap on orders; false where none is left. */
    readonly takeOrder: (run: string) => Effect.Effect<boolean>
    /** Gives a place back, for its order was not accepted. */
    readonly giveOrderBack: (run: string) => Effect.Effect<void>
    /** Adds to what the calls of an execution came to. */
    readonly addCalls: (execution: NotedExecution, sum: CallSum) => Effect.Effect<void>
    /** What the calls for an item came to, of all executions that it had. */
    readonly callsOf: (item: RunItem) => Effect.Effect<ReadonlyArray<CallSum>>
    /** Has a failed execution go on from what was done, when it is executed again. */
    readonly reopen: (execution: string) => Effect.Effect<void>
    /** Keeps what is known of an execution that ended, where nothing else keeps it. */
    readonly keepRecord?: (execution: string, record: ItemRecord) => Effect.Effect<void>
  }
>() {}
