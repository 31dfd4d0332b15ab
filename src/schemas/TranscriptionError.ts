import * as Duration from "effect/Duration"
import * as Inspectable from "effect/Inspectable"
import * as Schema from "effect/Schema"
import { common, sentence } from "./errors/common.js"
import { excerptPayload } from "./errors/excerpt.js"
import { GatewayError } from "./GatewayError.js"

const task = {
  ...common,
  /** The task id, as the caller chose it. */
  id: Schema.String
}

/** The gateway knows no task of this id. `code` and `msg` are those of the envelope. */
export class TranscriptionNotFound extends Schema.TaggedError<TranscriptionNotFound>()("TranscriptionNotFound", {
  ...task,
  code: Schema.String,
  msg: Schema.optional(Schema.String)
}) {
  override get message() {
    const said = this.msg === undefined || this.msg === "" ? "" : `, ${this.msg}`
    return sentence(this, `no transcription task ${this.id} is known (code ${this.code}${said})`)
  }
}

/** The task has a status that is neither 1 (transcribing) nor 2 (completed), so waiting on makes no sense. */
export class TranscriptionUnknownStatus extends Schema.TaggedError<TranscriptionUnknownStatus>()(
  "TranscriptionUnknownStatus",
  { ...task, status: Schema.Int, asrcDesc: Schema.optional(Schema.String) }
) {
  override get message() {
    const said = this.asrcDesc === undefined ? "" : `: ${this.asrcDesc}`
    return sentence(this, `task ${this.id} has the unknown status ${this.status}${said}`)
  }
}

/**
 * The wait ran out of time; the task itself may go on. `await(id)` takes it up again. `lastError` is what the last look
 * failed with, where it failed.
 */
export class TranscriptionWaitTimeout extends Schema.TaggedError<TranscriptionWaitTimeout>()(
  "TranscriptionWaitTimeout",
  { ...task, deadline: Schema.DurationFromMillis, lastError: Schema.optional(GatewayError) }
) {
  override get message() {
    const last = this.lastError === undefined ? "" : `; the last look failed: ${this.lastError.message}`
    const within =
      this.attempts === 0 && Duration.equals(this.deadline, Duration.zero)
        ? `the wait for task ${this.id} did not begin, for the time that withDeadline gave is up; it may be completed yet`
        : `task ${this.id} was not completed within ${Duration.format(this.deadline)}; it may still be`
    return sentence(this, `${within}: await("${this.id}") takes the wait up again`) + last
  }
}

/** The task is completed, but no text was found in `asrcResult`, which is handed over as `structure`. */
export class TranscriptMissing extends Schema.TaggedError<TranscriptMissing>()("TranscriptMissing", {
  ...task,
  structure: Schema.Unknown
}) {
  override get message() {
    return sentence(
      this,
      `task ${this.id} is completed, but no text was found in its asrcResult; ` +
        "look at this error's structure, and give readTranscript a function that reads it"
    )
  }

  /** The error with its structure in short, and without base64, for logs. */
  override toJSON() {
    return { ...this, message: this.message, structure: excerptPayload(this.structure) }
  }

  /** What Node prints, by `console.error` too: as in JSON. */
  override [Inspectable.NodeInspectSymbol]() {
    return this.toJSON()
  }
}

/** Every way in which looking at, or waiting for, a transcription can fail. */
export const TranscriptionError = Schema.Union(
  ...GatewayError.members,
  TranscriptionNotFound,
  TranscriptionUnknownStatus,
  TranscriptionWaitTimeout,
  TranscriptMissing
)
/** Every way in which looking at, or waiting for, a transcription can fail. */
export type TranscriptionError = typeof TranscriptionError.Type
