import * as Context from "effect/Context"
import type * as Stream from "effect/Stream"
import type { ItemRecord } from "../pipelines/batch/ItemRecord.js"
import type { DurableStoreUnusable } from "./DurableStoreUnusable.js"

/** A run of a pipeline. */
export interface NotedRun {
  readonly run: string
  readonly pipeline: string
}

/** What a store knows of the runs of batches. It is read, also while another process works on it. */
export class RunRecords extends Context.Tag("effect-model-gateway/RunRecords")<
  RunRecords,
  {
    /** What is known of the items of a run whose executions were started, in the order of their keys. */
    readonly records: (run: NotedRun) => Stream.Stream<ItemRecord, DurableStoreUnusable>
  }
>() {}
