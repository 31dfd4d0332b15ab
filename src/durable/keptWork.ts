import type * as Workflow from "@effect/workflow/Workflow"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { Kept } from "../pipelines/batch/Job.js"
import { RunNotes } from "./RunNotes.js"
import { RunRecords } from "./RunRecords.js"

/** The part of work that is kept which only the workflow itself knows. */
type OfWorkflow<I, B, E, R> = Pick<Kept<I, B, E, R>, "ended" | "execute" | "executionId">

/** What a batch needs of executions besides: what is noted of the runs that they belong to. */
export const keptWork = <I, B, E, R>(
  pipeline: string,
  workflow: OfWorkflow<I, B, E, R>
): Kept<I, B, E, R | RunNotes | RunRecords> => ({
  ...workflow,
  _tag: "Kept",
  reopen: (execution) => Effect.flatMap(RunNotes, ({ reopen }) => reopen(execution)),
  note: (item) => Effect.flatMap(RunNotes, ({ note }) => note(item)),
  look: (item) => Effect.flatMap(RunNotes, ({ look }) => look(item)),
  limitOrders: (run, most) => Effect.flatMap(RunNotes, ({ limitOrders }) => limitOrders(run, most)),
  callsOf: (name) => Effect.flatMap(RunNotes, ({ callsOf }) => callsOf({ ...name, pipeline })),
  records: (run) => Stream.unwrap(Effect.map(RunRecords, ({ records }) => Stream.orDie(records({ run, pipeline }))))
})

/** How an execution ended, of what its engine tells of it: its outcome is in a list of its own, see `kept`. */
export const endedOf = <B, E>(
  result: Workflow.Result<readonly [B], readonly [E]> | undefined
): Option.Option<Exit.Exit<B, E>> =>
  result?._tag === "Complete"
    ? Option.some(Exit.mapBoth(result.exit, { onFailure: ([error]) => error, onSuccess: ([value]) => value }))
    : Option.none()
