import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import type { DurableStoreUnusable } from "./DurableStoreUnusable.js"
import type { Execution, ExecutionDetails, ExecutionFilter } from "./Execution.js"

/** Which of the executions that have ended are forgotten: at least one member must be given. */
export type Purge = Omit<ExecutionFilter, "state">

/**
 * What a store of executions holds. It is read, and no engine opened, so that it can be looked at while another process works
 * on it. What changes it (`resume`, `retryFailed`, `purge`) takes the store for that moment, so of a file that another
 * process works on it is refused; the layers of `DurableEngine` provide it for their own.
 */
export class Runs extends Context.Tag("effect-model-gateway/Runs")<
  Runs,
  {
    /** The executions, the oldest first, page by page. */
    readonly list: (filter?: ExecutionFilter) => Stream.Stream<Execution, DurableStoreUnusable>
    /** One execution with its steps; none where the store does not know the id. */
    readonly status: (id: string) => Effect.Effect<Option.Option<ExecutionDetails>, DurableStoreUnusable>
    /** Wakes suspended executions; tells how many. What is `running` needs no word. */
    readonly resume: (filter?: ExecutionFilter) => Effect.Effect<number, DurableStoreUnusable>
    /**
     * Has failed executions go on from what was done: steps that failed are carried out again, others are given back. An order
     * that may have been accepted is not sent again: only one that the gateway refused, or never had. Tells how many executions.
     */
    readonly retryFailed: (filter?: ExecutionFilter) => Effect.Effect<number, DurableStoreUnusable>
    /**
     * Forgets executions that have ended; tells how many. The same input is new work afterwards, and its orders are ordered
     * again.
     */
    readonly purge: (which: Purge) => Effect.Effect<number, DurableStoreUnusable>
  }
>() {}
