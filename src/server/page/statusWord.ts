import { TranscriptionStatus } from "../../schemas/Transcription.js"

/** A task's status in words: `transcribing`, `completed`, or the number where it is another. */
export const statusWord = (status: number): string =>
  Object.entries(TranscriptionStatus).find(([, code]) => code === status)?.[0] ?? `status ${status}`
