import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { GatewayError, GatewayTimeout } from "../../schemas/GatewayError.js"
import { failureKind, reactions } from "../../schemas/reactions.js"
import { submitTranscription, TranscriptionAccepted } from "../../schemas/Transcription.js"
import { began } from "../../steps/Alive.js"
import { failAtDeadline } from "../../steps/Deadline.js"
import { step } from "../../steps/Step.js"

/** A submission, which is not sent where no time is left for its step. */
export const submitStep = (
  submission: Effect.Effect<TranscriptionAccepted, GatewayError>
): Effect.Effect<TranscriptionAccepted, GatewayError> => {
  const { name: operation, safety } = submitTranscription
  return submission.pipe(
    step("submit", { success: TranscriptionAccepted, error: GatewayError, safety: safety._tag }),
    failAtDeadline,
    Effect.catchTag(
      "DeadlineExceeded",
      () => new GatewayTimeout({ operation, safety: safety._tag, attempts: 0, limit: Duration.zero })
    )
  )
}

/** Keeps account of the task that a submission made, or may have made. */
export const beginNoted =
  (id: string) =>
  <A>(submission: Effect.Effect<A, GatewayError>): Effect.Effect<A, GatewayError> =>
    Effect.onExit(submission, (exit) => (Exit.isSuccess(exit) || mayLive(exit.cause) ? began(id) : Effect.void))

const mayLive = (cause: Cause.Cause<GatewayError>): boolean =>
  Cause.isInterrupted(cause) ||
  Option.exists(Cause.failureOption(cause), (error) => error.open === true || leavesOpen(error))

const leavesOpen = (error: GatewayError): boolean => reactions[failureKind(error)].Keyed === "ask"

/**
 * Whether a submission was refused after an attempt that may have been accepted. A gateway that refuses ids that it knows would
 * say so of a task that lives, which it may show only later.
 */
export const isDoubtful = (error: GatewayError): boolean =>
  error.open === true && reactions[failureKind(error)].Keyed === "end" && failureKind(error) !== "outOfTime"
