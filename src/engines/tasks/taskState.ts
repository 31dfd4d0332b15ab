import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { TranscriptionRecord } from "../../schemas/Transcription.js"
import type { EngineState } from "../state/EngineState.js"
import { completedRecord, failedRecord, textFrom, transcribingRecord } from "./taskRecord.js"
import { unheardDescriptions } from "./unheard.js"

/** What is to be told of a task: its record; that it failed, why, and what else there is to tell; or that there is none. */
export type TaskState =
  | { readonly _tag: "Known"; readonly record: TranscriptionRecord }
  | { readonly _tag: "Failed"; readonly problem: string; readonly record: ReturnType<typeof failedRecord> }
  | { readonly _tag: "Unknown" }

/** How it stands with the task of an id now; it describes a task that nobody has heard yet as it is told to. */
export const taskState = (
  { tasks, transcripts }: typeof EngineState.Service,
  bizId: string,
  unheard: string = unheardDescriptions.listening
): Effect.Effect<TaskState> =>
  Effect.gen(function* () {
    const task = Option.getOrUndefined(yield* tasks.get(bizId))
    if (task === undefined) return { _tag: "Unknown" }
    if ("text" in task) {
      const done = task.completedAt <= (yield* Clock.currentTimeMillis)
      return {
        _tag: "Known",
        record: done ? completedRecord(task, task) : transcribingRecord(task, textFrom(task.source))
      }
    }
    const outcome = Option.getOrUndefined(yield* transcripts.get(task.id))
    if (outcome === undefined) return { _tag: "Known", record: transcribingRecord(task, unheard) }
    return "problem" in outcome
      ? { _tag: "Failed", problem: outcome.problem, record: failedRecord(task, outcome) }
      : { _tag: "Known", record: completedRecord(task, outcome) }
  })
