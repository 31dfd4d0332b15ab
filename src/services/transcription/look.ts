import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { GatewayError, GatewayTimeout } from "../../schemas/GatewayError.js"
import { isRetryable } from "../../schemas/reactions.js"
import { queryTranscription, TranscriptionRecord, TranscriptionStatus } from "../../schemas/Transcription.js"
import { TranscriptionNotFound } from "../../schemas/TranscriptionError.js"
import { remaining } from "../../steps/Deadline.js"
import { step } from "../../steps/Step.js"
import * as Timer from "../../steps/Timer.js"
import type { Waiting } from "../../steps/turns.js"
import { noRetries, RetryPolicy } from "../client/RetryPolicy.js"
import type { Wait } from "./Wait.js"

/** What a wait begins with. Unit of its times: milliseconds since 1970. */
export const Begun = Schema.Struct({
  /** When the wait began. */
  at: Schema.Number,
  /** When the task was submitted, where that is known. */
  submittedAt: Schema.optional(Schema.Number),
  /** When the first look is due. */
  nextAt: Schema.Number
})
export interface Begun extends Schema.Schema.Type<typeof Begun> {}

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

/** What the looks before have told. */
export interface SoFar {
  readonly begun: Begun
  /** How many looks there were. */
  readonly number: number
  /** When the task was last seen not to be done. Unit: milliseconds since 1970. */
  readonly notDoneAt: number | undefined
}

/** How long the last look of a wait may take at the least, its turn included. Unit: milliseconds. */
const lastLook = 10_000

/** The plan of a wait, as a step, so that a wait that goes on after a stop keeps its beginning. */
export const begin = ({ plan, submittedAt }: Wait): Effect.Effect<Begun> =>
  step("plan", { success: Begun })(
    Effect.gen(function* () {
      const at = yield* Clock.currentTimeMillis
      const wait = yield* plan(known(0, at, { at, submittedAt }))
      return { at, submittedAt, nextAt: at + Duration.toMillis(wait) }
    })
  )

/**
 * One look, as a step, when its turn comes. It makes one attempt, for the poll is the retry, and takes no longer than is
 * left of the wait, its turn included. A failure that a later look cannot mend ends the wait.
 */
export const look = (
  soFar: SoFar,
  wait: Wait,
  record: Effect.Effect<TranscriptionRecord, GatewayError | TranscriptionNotFound>
): Effect.Effect<Looked, GatewayError> =>
  Effect.gen(function* () {
    const dueAt = yield* Clock.currentTimeMillis
    const end = soFar.begun.at + Duration.toMillis(wait.deadline)
    const latest = Math.max(end, dueAt + lastLook)
    const patience = Duration.min(yield* remaining, Duration.millis((dueAt < end ? end : latest) - dueAt))
    const inTime: Waiting = (turn) => Effect.map(Timer.timeoutOption(patience)(turn), Option.isSome)
    const looked = yield* wait.inTurn(inTime, lookNow(soFar, wait, record, latest))
    return yield* Option.match(looked, { onSome: Effect.succeed, onNone: () => noTurn })
  }).pipe(step("look", { success: Looked, error: GatewayError }))

/** A look whose turn did not come in time. */
const noTurn: Effect.Effect<Looked> = Effect.map(Clock.currentTimeMillis, (now) => {
  const { name: operation, safety } = queryTranscription
  const saw = new GatewayTimeout({ operation, safety: safety._tag, attempts: 0, limit: Duration.zero })
  return { at: now, nextAt: now, saw }
})

/** The look itself, which ends by `latest`. Unit: milliseconds since 1970. */
const lookNow = (
  { begun, notDoneAt, number }: SoFar,
  wait: Wait,
  record: Effect.Effect<TranscriptionRecord, GatewayError | TranscriptionNotFound>,
  latest: number
): Effect.Effect<Looked, GatewayError> =>
  Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    const limit = Duration.millis(latest - at)
    const saw = yield* record.pipe(
      Timer.timeoutFail(limit, () => new GatewayTimeout({ operation: queryTranscription.name, attempts: 1, limit })),
      Effect.provideService(RetryPolicy, noRetries),
      Effect.map((found): Looked["saw"] => ({ _tag: "Record", record: found })),
      Effect.catchAll((error) =>
        error._tag === "TranscriptionNotFound" || mayPass(error) ? Effect.succeed(error) : Effect.fail(error)
      )
    )
    const now = yield* Clock.currentTimeMillis
    const done = isDone(saw)
    if (done !== undefined && begun.submittedAt !== undefined) {
      const since = (instant: number) => Duration.millis(instant - (begun.submittedAt ?? instant))
      const until = since(done ? now : at)
      yield* wait.note({ after: since(notDoneAt ?? begun.submittedAt), until, done })
    }
    const own = yield* wait.plan(known(number + 1, now, begun))
    const { longestWait } = (yield* RetryPolicy) ?? wait
    const asked = Duration.min("retryAfter" in saw ? (saw.retryAfter ?? 0) : 0, longestWait)
    return { at, nextAt: now + Duration.toMillis(Duration.max(own, asked)), saw }
  })

/** What the policy is told of the time. */
const known = (number: number, now: number, { at, submittedAt }: Pick<Begun, "at" | "submittedAt">) => ({
  number,
  elapsed: Duration.millis(now - (submittedAt ?? at)),
  startKnown: submittedAt !== undefined
})

/** Whether a look saw the task done; nothing where it saw neither that nor a task that goes on. */
export const isDone = (saw: Looked["saw"]): boolean | undefined => {
  if (saw._tag === "TranscriptionNotFound") return false
  if (saw._tag !== "Record") return undefined
  const { status } = saw.record
  if (status === TranscriptionStatus.completed) return true
  return status === TranscriptionStatus.transcribing ? false : undefined
}

/** A reply that does not fit may be a proxy's page: whether it comes again is for the next look to tell. */
const mayPass = (error: GatewayError): boolean => error._tag === "GatewayInvalidResponse" || isRetryable(error)
