import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import type { Look, PollPolicy } from "../../steps/PollPolicy.js"
import { adaptive } from "../../steps/PollPolicy.js"
import * as TaskTimes from "../../steps/polling/TaskTimes.js"
import type { InTurnWhile } from "../../steps/turns.js"
import { turnsWithPatience } from "../../steps/turns.js"
import { standardRetries } from "../client/RetryPolicy.js"
import type { Redaction } from "../client/redact.js"
import type { AwaitOptions, WaitOptions } from "./TranscriptionOptions.js"
import { TranscriptionOptions } from "./TranscriptionOptions.js"

/** What all waits of one transcriber share. */
export interface TranscriberOptions {
  /** When waits look that are not told otherwise. Default: `PollPolicy.adaptive()`. */
  readonly pollPolicy?: PollPolicy | undefined
  /** How many looks are made at once at the most; the others come in their turn, first in, first out. Default: 16. */
  readonly looksInFlight?: number | undefined
  /**
   * The longest wait that the gateway may ask for at a look, by `Retry-After`; where it asks for more, the next look comes after
   * this. A call's `RetryPolicy` goes first. Default: that of the client's retries, and without a client 1 minute.
   */
  readonly longestLookWait?: Duration.DurationInput | undefined
}

/** The waits of one transcriber: what they share, and what they have seen. */
export interface Waits extends Pick<Wait, "inTurn" | "longestWait"> {
  readonly pollPolicy: PollPolicy
  readonly times: Ref.Ref<TaskTimes.TaskTimes>
  readonly redaction: Redaction
}

/** The waits of a new transcriber, which has seen nothing yet. */
export const makeWaits = (
  {
    longestLookWait = standardRetries.longestWait,
    looksInFlight = 16,
    pollPolicy = adaptive()
  }: TranscriberOptions = {},
  redaction: Redaction
): Waits => ({
  pollPolicy,
  longestWait: longestLookWait,
  inTurn: turnsWithPatience(Math.max(1, looksInFlight)),
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
  readonly inTurn: InTurnWhile
  /** The longest that the next look is put off for what the gateway asks, unless the call has a `RetryPolicy`. */
  readonly longestWait: Duration.DurationInput
  readonly redaction: Redaction
}

/** A wait by what the call gives, and for the rest, undefined members too, by what the context and the transcriber say. */
export const waitOf = (
  { inTurn, longestWait, pollPolicy, redaction, times }: Waits,
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
      longestWait,
      redaction
    }
  })
