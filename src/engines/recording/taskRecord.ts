import type { TranscriptionRecord } from "../../schemas/Transcription.js"
import { TranscriptionStatus } from "../../schemas/Transcription.js"
import { localDateTime } from "../localDateTime.js"
import type { TranscriptionTask } from "../state/TranscriptionTask.js"

/**
 * The result record of a task at an instant (specification, result record). Once it is completed, `asrcResult` is
 * `{ text, duration, rate }`: the transcript, the seconds that the recording lasts, and its samples in a second, where
 * they are known. The structure is the engine's own, for the specification shows none. Unit: milliseconds since 1970.
 */
export const taskRecord = (task: TranscriptionTask, now: number): TranscriptionRecord => {
  const { acceptedAt, bizId, completedAt, duration, id, rate, source, text } = task
  const common = {
    id,
    bizId,
    description: `Text from ${source}.`,
    createTime: localDateTime(acceptedAt)
  }
  return now < completedAt
    ? {
        ...common,
        status: TranscriptionStatus.transcribing,
        asrcDesc: "transcribing",
        updateTime: localDateTime(acceptedAt)
      }
    : {
        ...common,
        status: TranscriptionStatus.completed,
        asrcDesc: "completed",
        updateTime: localDateTime(completedAt),
        asrcResult: { text, duration, rate }
      }
}
