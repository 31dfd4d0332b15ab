import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { GatewayError, isRetryable } from "../../schemas/GatewayError.js"
import { TranscriptionRecord } from "../../schemas/Transcription.js"
import { TranscriptionNotFound } from "../../schemas/TranscriptionError.js"
import type { PollPolicy } from "../../steps/PollPolicy.js"
import { step } from "../../steps/Step.js"
import { noRetries, RetryPolicy } from "../client/RetryPolicy.js"

/** What one look at a task saw, and when the next is due: all that a wait has to remember. */
export const Looked = Schema.Struct({
  /** When the look began. Unit: milliseconds since 1970. */
  at: Schema.Number,
  /** When the next look is due. Unit: milliseconds since 1970. */
  nextAt: Schema.Number,
  /** The record; that there is none; or a failure that a later look may not meet. */
  saw: Schema.Union(
    Schema.TaggedStruct("Record", { record: TranscriptionRecord }),
    TranscriptionNotFound,
    ...GatewayError.members
  )
})
export interface Looked extends Schema.Schema.Type<typeof Looked> {}

/**
 * One look, as a step. It makes one attempt, for the poll is the retry; a failure that a retry would not mend ends the
 * wait.
 */
export const look = (
  number: number,
  startedAt: number | undefined,
  pollPolicy: PollPolicy,
  record: Effect.Effect<TranscriptionRecord, GatewayError | TranscriptionNotFound>
): Effect.Effect<Looked, GatewayError> =>
  step("look", { success: Looked, error: GatewayError })(
    Effect.gen(function* () {
      const at = yield* Clock.currentTimeMillis
      const saw = yield* record.pipe(
        Effect.provideService(RetryPolicy, noRetries),
        Effect.map((found): Looked["saw"] => ({ _tag: "Record", record: found })),
        Effect.catchAll((error) =>
          error._tag === "TranscriptionNotFound" || isRetryable(error) ? Effect.succeed(error) : Effect.fail(error)
        )
      )
      const now = yield* Clock.currentTimeMillis
      const own = yield* pollPolicy({ number, elapsed: Duration.millis(now - (startedAt ?? at)) })
      const asked = "retryAfter" in saw && saw.retryAfter !== undefined ? saw.retryAfter : Duration.zero
      return { at, nextAt: now + Duration.toMillis(Duration.max(own, asked)), saw }
    })
  )
