import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type { ReadTranscript } from "../../schemas/transcriptText.js"
import { findTranscriptText } from "../../schemas/transcriptText.js"
import type { PollPolicy } from "../../steps/PollPolicy.js"
import { standard } from "../../steps/PollPolicy.js"

/** What a reply to the result query says, where it brings no record or a refusal. */
export interface NoRecordReply {
  readonly code: string
  readonly msg?: string | undefined
  readonly data?: unknown
}

/** How transcriptions are waited for and read. Each call may give some of them; the rest come from the context. */
export interface WaitOptions {
  /** How long to wait before the next look. Default: from 1 s to 15 s, with jitter. */
  readonly pollPolicy: PollPolicy
  /**
   * The longest wait, from the first look; a submission before it has the client's attempt timeout. The last look is made
   * when it is over, and may take 10 seconds more. Default: 2 hours.
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

/** The defaults of the package. */
export const standardWait: WaitOptions = {
  pollPolicy: standard,
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
