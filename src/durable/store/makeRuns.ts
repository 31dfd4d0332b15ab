import type * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { saidBy } from "../../sqlite/saidBy.js"
import { DurableStoreUnusable } from "../DurableStoreUnusable.js"
import type { Execution, ExecutionFilter, ExecutionState } from "../Execution.js"
import { Runs } from "../Runs.js"
import { forget, reopen, reopenFailed } from "./rewind.js"
import { detailed, listed } from "./sqlRuns.js"

/** A store, how it is read, and how it is changed. */
export interface Store {
  /** What it is called in errors. */
  readonly name: string
  readonly reads: SqlClient.SqlClient
  /** Does something with the right to write; fails with what to do, in words, where there is none to have. */
  readonly writing: <A>(
    use: (sql: SqlClient.SqlClient) => Effect.Effect<A, SqlError.SqlError>
  ) => Effect.Effect<A, SqlError.SqlError | string>
}

/** Why a store cannot be used, as the database or its opener said it. */
export const unusable = (name: string) => (error: SqlError.SqlError | string) =>
  new DurableStoreUnusable({ store: name, reason: typeof error === "string" ? error : saidBy(error) })

type Change = (sql: SqlClient.SqlClient, execution: Execution) => Effect.Effect<void, SqlError.SqlError>

/** What a store holds. */
export const makeRuns = ({ name, reads, writing }: Store): typeof Runs.Service => {
  const failed = unusable(name)

  /** Changes the executions in a state that fit; they are found first, for what is changed no longer fits. */
  const changed = (change: Change, states: ReadonlyArray<ExecutionState>, filter: ExecutionFilter = {}) =>
    writing((sql) =>
      Effect.gen(function* () {
        const found = yield* Stream.runCollect(
          Stream.filter(listed(sql, filter), ({ state }) => states.includes(state))
        )
        yield* Effect.forEach(found, (execution) => change(sql, execution), { discard: true })
        return found.length
      })
    ).pipe(Effect.mapError(failed))

  return Runs.of({
    list: (filter) => Stream.mapError(listed(reads, filter), failed),
    status: (id) => Effect.mapError(detailed(reads, id), failed),
    resume: (filter) => changed(reopen, ["suspended"], filter),
    retryFailed: (filter) => changed(reopenFailed, ["failed"], filter),
    purge: (which) =>
      Object.values(which).some((it) => it !== undefined)
        ? changed(forget, ["done", "failed"], which)
        : Effect.fail(failed("nothing says which executions to forget; name a run, an id, a pipeline or an age"))
  })
}
