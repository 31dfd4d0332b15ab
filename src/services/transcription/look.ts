import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { GatewayError, GatewayTimeout } from "../../schemas/GatewayError.js"
import { isRetryable } from "../../schemas/reactions.js"
import { queryTranscription, TranscriptionRecord } from "../../schemas/Transcription.js"
import { TranscriptionNotFound } from "../../schemas/TranscriptionError.js"
import { step } from "../../steps/Step.js"
import { noRetries, RetryPolicy } from "../client/RetryPolicy.js"
import type { WaitOptions } from "./TranscriptionOptions.js"

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

/** How long the last look of a wait may take at the least. Unit: milliseconds. */
const lastLook = 10_000

/**
 * One look, as a step. It makes one attempt, for the poll is the retry, and takes no longer than is left of the wait. A
 * failure that a later look cannot mend ends the wait.
 */
export const look = (
  number: number,
  startedAt: number | undefined,
  { deadline, pollPolicy }: WaitOptions,
  record: Effect.Effect<TranscriptionRecord, GatewayError | TranscriptionNotFound>
): Effect.Effect<Looked, GatewayError> =>
  step("look", { success: Looked, error: GatewayError })(
    Effect.gen(function* () {
      const at = yield* Clock.currentTimeMillis
      const end = (startedAt ?? at) + Duration.toMillis(deadline)
      const limit = Duration.millis(Math.max(end - at, lastLook))
      const saw = yield* record.pipe(
        Effect.timeoutFail({
          duration: limit,
          onTimeout: () => new GatewayTimeout({ operation: queryTranscription.name, attempts: 1, limit })
        }),
        Effect.provideService(RetryPolicy, noRetries),
        Effect.map((found): Looked["saw"] => ({ _tag: "Record", record: found })),
        Effect.catchAll((error) =>
          error._tag === "TranscriptionNotFound" || mayPass(error) ? Effect.succeed(error) : Effect.fail(error)
        )
      )
      const now = yield* Clock.currentTimeMillis
      const own = yield* pollPolicy({ number, elapsed: Duration.millis(now - (startedAt ?? at)) })
      const asked = "retryAfter" in saw && saw.retryAfter !== undefined ? saw.retryAfter : Duration.zero
      return { at, nextAt: now + Duration.toMillis(Duration.max(own, asked)), saw }
    })
  )

/** A reply that does not fit may be a proxy's page: whether it comes again is for the next look to tell. */
const mayPass = (error: GatewayError): boolean => error._tag === "GatewayInvalidResponse" || isRetryable(error)
