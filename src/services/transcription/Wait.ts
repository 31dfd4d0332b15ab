import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import type { Look, PollPolicy } from "../../steps/PollPolicy.js"
import { adaptive } from "../../steps/PollPolicy.js"
import * as TaskTimes from "../../steps/polling/TaskTimes.js"
import type { InTurn } from "../../steps/turns.js"
import { turns } from "../../steps/turns.js"
import type { Redaction } from "../client/redact.js"
import type { AwaitOptions, WaitOptions } from "./TranscriptionOptions.js"
import { TranscriptionOptions } from "./TranscriptionOptions.js"

/** What all waits of one transcriber share. */
export interface TranscriberOptions {
  /** When waits look that are not told otherwise. Default: `PollPolicy.adaptive()`. */
  readonly pollPolicy?: PollPolicy | undefined
  /** How many looks are made at once at the most; the others come in their turn, first in, first out. Default: 16. */
  readonly looksInFlight?: number | undefined
}

/** The waits of one transcriber: what they share, and what they have seen. */
export interface Waits {
  readonly pollPolicy: PollPolicy
  readonly inTurn: InTurn
  readonly times: Ref.Ref<TaskTimes.TaskTimes>
  readonly redaction: Redaction
}

/** The waits of a new transcriber, which has seen nothing yet. */
export const makeWaits = (
  { looksInFlight = 16, pollPolicy = adaptive() }: TranscriberOptions = {},
  redaction: Redaction
): Waits => ({
  pollPolicy,
  inTurn: turns(Math.max(1, looksInFlight)),
  times: Ref.unsafeMake(TaskTimes.none),
  redaction
})

/** One wait, with all of its options. */
export interface Wait extends WaitOptions {
  readonly submittedAt: number | undefined
  /** The time until the next look, by the policy. */
  readonly plan: (look: Look) => Effect.Effect<Duration.Duration>
  /** Notes what a look at a task whose submission is known has seen. */
  readonly note: (seen: TaskTimes.Seen) => Effect.Effect<void>
  readonly inTurn: InTurn
  readonly redaction: Redaction
}

/** A wait by what the call gives, and for the rest, undefined members too, by what the context and the transcriber say. */
export const waitOf = (
  { inTurn, pollPolicy, redaction, times }: Waits,
  { audioSeconds: given, submittedAt, ...own }: AwaitOptions = {}
): Effect.Effect<Wait> =>
  Effect.map(TranscriptionOptions, (standard) => {
    const policy = own.pollPolicy ?? standard.pollPolicy ?? pollPolicy
    const audioSeconds = given !== undefined && given > 0 && given < Number.POSITIVE_INFINITY ? given : undefined
    return {
      deadline: own.deadline ?? standard.deadline,
      notFoundGrace: own.notFoundGrace ?? standard.notFoundGrace,
      isRecordNotFound: own.isRecordNotFound ?? standard.isRecordNotFound,
      readTranscript: own.readTranscript ?? standard.readTranscript,
      submittedAt,
      plan: (look) => Effect.flatMap(times, (times) => policy({ ...look, audioSeconds, times })),
      note: (seen) => Ref.update(times, (times) => TaskTimes.seen(times, { ...seen, audioSeconds })),
      inTurn,
      redaction
    }
  })
