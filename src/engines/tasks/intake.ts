import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { RecordingUnreadable } from "../download/RecordingUnreadable.js"
import { randomId } from "../randomId.js"
import type { Recording } from "../recording/readRecording.js"
import type { NotKept } from "../state/NotKept.js"
import type { Shelf } from "../state/Shelf.js"
import type { TranscriptionTask } from "../state/TranscriptionTask.js"

/** Takes a recording in: makes a task of it under the caller's id. Tells whether that is now the task of the id. */
export type Intake = (uri: string, bizId: string) => Effect.Effect<boolean, RecordingUnreadable | NotKept>

/** Puts a task under its id, and gives the one that stands there then. */
export type PutTask = Shelf<TranscriptionTask>["keep"]

/** Takes in recordings whose text is found with them. Unit of the speed: seconds of a recording in one second. */
export const reading =
  (put: PutTask, read: (uri: string) => Effect.Effect<Recording, RecordingUnreadable>, speed: number): Intake =>
  (uri, bizId) =>
    Effect.gen(function* () {
      const { source, text, ...measured } = yield* read(uri)
      const task = yield* newTask(bizId, measured)
      const completedAt = task.acceptedAt + (task.duration / speed) * 1_000
      const kept = yield* put(bizId, { ...task, completedAt, source, text })
      return kept.id === task.id
    })

/** What every task has from the moment when it is accepted. */
export const newTask = (bizId: string, { duration, rate }: Pick<Recording, "duration" | "rate">) =>
  Effect.gen(function* () {
    return { id: yield* randomId, bizId, acceptedAt: yield* Clock.currentTimeMillis, duration, rate }
  })
