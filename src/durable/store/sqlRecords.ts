import type * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Arr from "effect/Array"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { failureOf } from "../../pipelines/batch/failureOf.js"
import type { ItemRecord } from "../../pipelines/batch/ItemRecord.js"
import type { NotedRun } from "../RunRecords.js"
import type { MessageRow } from "./rows.js"
import { executionOf, stepOf } from "./rows.js"
import { callsOf } from "./sqlCalls.js"
import { messagesOf } from "./sqlRuns.js"

/** How many items are read at a time. */
const page = 200

/** What is known of the items of a run, in the order of their keys. Of one that was never started nothing is known. */
export const recordsOf = (
  sql: SqlClient.SqlClient,
  { pipeline, run }: NotedRun
): Stream.Stream<ItemRecord, SqlError.SqlError> =>
  Stream.paginateChunkEffect("", (after) =>
    Effect.gen(function* () {
      const items = yield* sql<{ item: string; execution: string }>`SELECT item, execution FROM gateway_items
        WHERE run = ${run} AND pipeline = ${pipeline} AND item > ${after} ORDER BY item LIMIT ${page}`
      const executions = items.map(({ execution }) => execution)
      const of = byExecution(({ entity_id }: MessageRow) => entity_id)
      const started = of(yield* messagesOf(sql, "run", executions))
      const steps = of(yield* messagesOf(sql, "activity", executions))
      const calls = yield* callsOf(
        sql,
        { pipeline, run },
        items.map(({ item }) => item)
      )
      const records = items.flatMap(({ execution, item }) =>
        started(execution).map((row): ItemRecord => {
          const { endedAt, failure, startedAt, state } = executionOf(row)
          return {
            item,
            state,
            startedAt,
            endedAt,
            failure: failure === undefined ? undefined : failureOf(failure),
            steps: steps(execution).map(stepOf),
            calls: calls(item)
          }
        })
      )
      return [Chunk.fromIterable(records), Option.fromNullable(items.length < page ? undefined : items.at(-1)?.item)]
    })
  )

/** Finds what is of an execution. */
const byExecution =
  <A>(executionOf: (one: A) => string) =>
  (all: ReadonlyArray<A>) => {
    const groups = Arr.groupBy(all, executionOf)
    return (execution: string): ReadonlyArray<A> => groups[execution] ?? []
  }
