import * as Context from "effect/Context"
import * as Stream from "effect/Stream"
import { RunRecords } from "../RunRecords.js"
import { Runs } from "../Runs.js"
import type { Store } from "./makeRuns.js"
import { makeRuns, unusable } from "./makeRuns.js"
import { recordsOf } from "./sqlRecords.js"

/** What a store holds: executions, and what is known of the runs of batches. */
export const holdings = (store: Store): Context.Context<Runs | RunRecords> =>
  Context.make(Runs, makeRuns(store)).pipe(
    Context.add(RunRecords, {
      records: (run) => Stream.mapError(recordsOf(store.reads, run), unusable(store.name))
    })
  )
