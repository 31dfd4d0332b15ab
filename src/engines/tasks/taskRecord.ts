import type { TranscriptionRecord } from "../../schemas/Transcription.js"
import { TranscriptionStatus } from "../../schemas/Transcription.js"
import { localDateTime } from "../localDateTime.js"
import type { SpeechHeard, SpeechNotHeard } from "../state/SpeechOutcome.js"
import type { TranscriptionTask } from "../state/TranscriptionTask.js"

/** The result record of a task that is transcribing (specification, result record). */
export const transcribingRecord = (task: TranscriptionTask, description: string): TranscriptionRecord => ({
  ...common(task, description),
  status: TranscriptionStatus.transcribing,
  asrcDesc: "transcribing",
  updateTime: localDateTime(task.acceptedAt)
})

/**
 * The result record of a task that is completed (specification, result record). `asrcResult` is `{ text, duration, rate }`:
 * the transcript, the seconds that the recording lasts, and its samples in a second, where they are known. The structure is
 * the engine's own, for the specification shows none.
 */
export const completedRecord = (
  task: TranscriptionTask,
  { completedAt, source, text }: SpeechHeard
): TranscriptionRecord => ({
  ...common(task, textFrom(source)),
  status: TranscriptionStatus.completed,
  asrcDesc: "completed",
  updateTime: localDateTime(completedAt),
  asrcResult: { text, duration: task.duration, rate: task.rate }
})

/**
 * What is told of a task that failed, besides why: a result record without a `status`, for the specification shows none
 * for it. It is not empty, so that nobody takes the task for one that is not known.
 */
export const failedRecord = (task: TranscriptionTask, { completedAt }: SpeechNotHeard) => ({
  ...common(task, "No text was heard."),
  asrcDesc: "failed",
  updateTime: localDateTime(completedAt)
})

/** Describes where the text of a recording comes from. */
export const textFrom = (source: string): string => `Text from ${source}.`

const common = ({ acceptedAt, bizId, id }: TranscriptionTask, description: string) => ({
  id,
  bizId,
  description,
  createTime: localDateTime(acceptedAt)
})
