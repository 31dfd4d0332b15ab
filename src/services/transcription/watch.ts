import * as Chunk from "effect/Chunk"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { excerpt } from "../../schemas/errors/excerpt.js"
import type { GatewayError } from "../../schemas/GatewayError.js"
import type { Transcript, TranscriptionState } from "../../schemas/Transcript.js"
import type { TranscriptionRecord } from "../../schemas/Transcription.js"
import { queryTranscription, TranscriptionStatus } from "../../schemas/Transcription.js"
import type { TranscriptionError } from "../../schemas/TranscriptionError.js"
import {
  TranscriptionNotFound,
  TranscriptionUnknownStatus,
  TranscriptionWaitTimeout,
  TranscriptMissing
} from "../../schemas/TranscriptionError.js"
import { Deadline } from "../../steps/Deadline.js"
import { sleepUntil } from "../../steps/Step.js"
import type { Begun, Looked, SoFar } from "./look.js"
import { begin, isDone, look } from "./look.js"
import type { Wait } from "./Wait.js"

/** Looks up a task's record once. */
export type FindRecord = (id: string) => Effect.Effect<TranscriptionRecord, GatewayError | TranscriptionNotFound>

/** What a wait carries from look to look. */
interface Watched extends SoFar {
  readonly nextAt: number
  readonly firstLookAt: number | undefined
  /** Whether the record was seen; from then on it may not be gone. */
  readonly seen: boolean
  /** Whether the last look brought a reply that does not fit; a second in a row ends the wait. */
  readonly misfit: boolean
}

/** The states of a task, look by look, until it is completed. A look that failed in passing shows no state. */
export const watch = (
  id: string,
  find: FindRecord,
  wait: Wait
): Stream.Stream<TranscriptionState, TranscriptionError> =>
  Stream.unwrap(
    Effect.map(begin(wait), (begun) =>
      Stream.paginateChunkEffect(atFirst(begun, wait), (watched) =>
        Effect.map(lookOnce(id, find, wait, watched), ([state, next]) => [
          Chunk.fromIterable(Option.toArray(state)),
          next
        ])
      )
    )
  )

/** The transcript that the last of these states has. A stream a task would take twice the memory. */
export const untilCompleted = (
  id: string,
  find: FindRecord,
  wait: Wait
): Effect.Effect<Transcript, TranscriptionError> => {
  const from = (watched: Watched): Effect.Effect<Transcript, TranscriptionError> =>
    Effect.flatMap(lookOnce(id, find, wait, watched), ([state, next]) => {
      if (Option.isSome(next)) return from(next.value)
      return Option.isSome(state) && state.value._tag === "Completed"
        ? Effect.succeed(state.value.transcript)
        : Effect.dieMessage("a transcription's states ended without a completed one")
    })
  return Effect.flatMap(begin(wait), (begun) => from(atFirst(begun, wait)))
}

/** Waits for the time of the next look, and looks: the state, and unless it is the last, how the wait goes on. */
const lookOnce = (
  id: string,
  find: FindRecord,
  wait: Wait,
  watched: Watched
): Effect.Effect<readonly [Option.Option<TranscriptionState>, Option.Option<Watched>], TranscriptionError> =>
  Effect.gen(function* () {
    if (watched.nextAt > watched.begun.at) {
      yield* withinDeadline(id, watched)
      yield* sleepUntil("wait", watched.nextAt)
    }
    const looked = yield* look(watched, wait, find(id))
    const state = yield* judge(id, wait, watched, looked)
    const done = Option.exists(state, ({ _tag }) => _tag === "Completed")
    return [state, done ? Option.none() : Option.some(yield* goOn(id, wait, watched, looked))] as const
  })

/** A wait that would outlast `withDeadline` does not begin: the task goes on at the gateway, and its id is told at once. */
const withinDeadline = (
  id: string,
  { begun, nextAt, number }: Watched
): Effect.Effect<void, TranscriptionWaitTimeout> =>
  Effect.flatMap(Deadline, ({ at }) => {
    if (nextAt <= at) return Effect.void
    const about = { operation: queryTranscription.name, attempts: number, id }
    return new TranscriptionWaitTimeout({ ...about, deadline: Duration.millis(Math.max(0, at - begun.at)) })
  })

const atFirst = (begun: Begun, wait: Wait): Watched => ({
  begun,
  number: 0,
  notDoneAt: undefined,
  nextAt: Math.min(begun.nextAt, endOf(begun, wait)),
  firstLookAt: undefined,
  seen: false,
  misfit: false
})

const endOf = ({ at }: Begun, { deadline }: Wait): number => at + Duration.toMillis(deadline)

/** The state that a look saw; none where it failed in passing. */
const judge = (
  id: string,
  { notFoundGrace, readTranscript }: Wait,
  { firstLookAt, misfit, number, seen }: Watched,
  { at, saw }: Looked
): Effect.Effect<Option.Option<TranscriptionState>, TranscriptionError> => {
  const attempts = number + 1
  if (saw._tag === "TranscriptionNotFound") {
    const grace = !seen && at - (firstLookAt ?? at) < Duration.toMillis(notFoundGrace)
    return grace ? Effect.succeedSome({ _tag: "Pending", id }) : new TranscriptionNotFound({ ...saw, attempts })
  }
  if (saw._tag === "GatewayInvalidResponse" && misfit) return Effect.fail(saw)
  if (saw._tag !== "Record") return Effect.succeedNone
  const { record } = saw
  const about = { operation: queryTranscription.name, attempts, id }
  switch (record.status) {
    case TranscriptionStatus.transcribing:
      return Effect.succeedSome({ _tag: "Transcribing", id, record })
    case TranscriptionStatus.completed:
      return Option.match(readTranscript(record.asrcResult), {
        onNone: () => new TranscriptMissing({ ...about, structure: record.asrcResult }),
        onSome: (text) => Effect.succeedSome({ _tag: "Completed", id, transcript: { id, text, record } })
      })
    default:
      return new TranscriptionUnknownStatus({
        ...about,
        status: record.status,
        asrcDesc: record.asrcDesc && excerpt(record.asrcDesc)
      })
  }
}

/** The wait up to the next look, which comes no later than the deadline; after the look at the deadline it is over. */
const goOn = (
  id: string,
  wait: Wait,
  { begun, firstLookAt, notDoneAt, number, seen }: Watched,
  { at, nextAt, saw }: Looked
): Effect.Effect<Watched, TranscriptionWaitTimeout> => {
  const attempts = number + 1
  const end = endOf(begun, wait)
  if (at < end) {
    return Effect.succeed({
      begun,
      number: attempts,
      notDoneAt: isDone(saw) === false ? at : notDoneAt,
      nextAt: Math.min(nextAt, end),
      firstLookAt: firstLookAt ?? at,
      seen: seen || saw._tag === "Record",
      misfit: saw._tag === "GatewayInvalidResponse"
    })
  }
  const lastError = saw._tag === "Record" || saw._tag === "TranscriptionNotFound" ? undefined : saw
  const deadline = Duration.decode(wait.deadline)
  return new TranscriptionWaitTimeout({ operation: queryTranscription.name, attempts, id, deadline, lastError })
}
