import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type { ReadTranscript } from "../../schemas/transcriptText.js"
import { findTranscriptText } from "../../schemas/transcriptText.js"
import type { PollPolicy } from "../../steps/PollPolicy.js"

/** What a reply to the result query says, where it brings no record or a refusal. */
export interface NoRecordReply {
  readonly code: string
  readonly msg?: string | undefined
  readonly data?: unknown
}

/** How transcriptions are waited for and read. Each call may give some of them; the rest come from the context. */
export interface WaitOptions {
  /** When to look. Default: the transcriber's own, which is `PollPolicy.adaptive()` unless it was given another. */
  readonly pollPolicy?: PollPolicy | undefined
  /**
   * The longest wait; a submission before it has the client's attempt timeout. The last look is made when it is over, and
   * may take 10 seconds more, its turn included; a look before it whose turn does not come by then ends the wait. Default:
   * 2 hours.
   */
  readonly deadline: Duration.DurationInput
  /** How long after the first look a record may still be unknown. Default: 30 seconds. */
  readonly notFoundGrace: Duration.DurationInput
  /**
   * Tells the record-not-found state from other refusals, for its code is not shown. Default: no data came, whatever the
   * code.
   */
  readonly isRecordNotFound: (reply: NoRecordReply) => boolean
  /** Finds the text in `asrcResult`. Default: `findTranscriptText`. */
  readonly readTranscript: ReadTranscript
}

/** What a call says of its own wait, and of its task. */
export interface TranscribeOptions extends Partial<WaitOptions> {
  /** How long the audio is, for the poll policy; it is not sent. Unit: seconds. Default: not known. */
  readonly audioSeconds?: number | undefined
}

/** What a call says that takes up a task. */
export interface AwaitOptions extends TranscribeOptions {
  /** When the task was submitted, for the poll policy. Unit: milliseconds since 1970. Default: not known. */
  readonly submittedAt?: number | undefined
}

/** The defaults of the package. */
export const standardWait: WaitOptions = {
  deadline: "2 hours",
  notFoundGrace: "30 seconds",
  isRecordNotFound: ({ data }) => data === null || data === undefined,
  readTranscript: findTranscriptText
}

/** The wait options in force, for what a call does not give itself. */
export class TranscriptionOptions extends Context.Reference<TranscriptionOptions>()(
  "effect-model-gateway/TranscriptionOptions",
  { defaultValue: () => standardWait }
) {}
