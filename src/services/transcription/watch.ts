import * as Chunk from "effect/Chunk"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { GatewayError } from "../../schemas/GatewayError.js"
import type { Transcript, TranscriptionState } from "../../schemas/Transcript.js"
import type { TranscriptionRecord } from "../../schemas/Transcription.js"
import { queryTranscription } from "../../schemas/Transcription.js"
import type { TranscriptionError, TranscriptionNotFound } from "../../schemas/TranscriptionError.js"
import { TranscriptionWaitTimeout } from "../../schemas/TranscriptionError.js"
import { began } from "../../steps/Alive.js"
import { Deadline, failAtDeadline } from "../../steps/Deadline.js"
import { sleepUntil } from "../../steps/Step.js"
import type { Seen } from "./judge.js"
import { judge } from "./judge.js"
import type { Begun, Looked, SoFar } from "./look.js"
import { begin, isDone, look } from "./look.js"
import type { Wait } from "./Wait.js"

/** Looks up a task's record once. */
export type FindRecord = (id: string) => Effect.Effect<TranscriptionRecord, GatewayError | TranscriptionNotFound>

/** What a wait carries from look to look. */
interface Watched extends SoFar, Seen {
  readonly nextAt: number
}

/** The states of a task, look by look, until it is completed. A look that failed in passing shows no state. */
export const watch = (
  id: string,
  find: FindRecord,
  wait: Wait
): Stream.Stream<TranscriptionState, TranscriptionError> =>
  Stream.unwrap(
    Effect.map(started(id, wait), (begun) =>
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
  return Effect.flatMap(started(id, wait), (begun) => from(atFirst(begun, wait)))
}

const started = (id: string, wait: Wait): Effect.Effect<Begun, TranscriptionWaitTimeout> =>
  Effect.zipRight(began(id), failAtDeadline(begin(wait))).pipe(
    Effect.catchTag("DeadlineExceeded", () => outOfTime(id, 0))
  )

/** Waits for the time of the next look, and looks: the state, and unless it is the last, how the wait goes on. */
const lookOnce = (
  id: string,
  find: FindRecord,
  wait: Wait,
  watched: Watched
): Effect.Effect<readonly [Option.Option<TranscriptionState>, Option.Option<Watched>], TranscriptionError> =>
  Effect.gen(function* () {
    const { begun, nextAt, number } = watched
    const untilThen = nextAt > begun.at ? sleepUntil("wait", nextAt) : Effect.void
    const looked = yield* failAtDeadline(Effect.zipRight(untilThen, look(watched, wait, find(id)))).pipe(
      Effect.catchTag("DeadlineExceeded", () => outOfTime(id, number, begun))
    )
    const state = yield* judge(id, wait, watched, looked)
    const done = Option.exists(state, ({ _tag }) => _tag === "Completed")
    return [state, done ? Option.none() : Option.some(yield* goOn(id, wait, watched, looked))] as const
  })

/** What would outlast `withDeadline` does not begin: the task goes on at the gateway, and its id is told at once. */
const outOfTime = (id: string, attempts: number, begun?: Begun): Effect.Effect<never, TranscriptionWaitTimeout> =>
  Effect.flatMap(Deadline, ({ at }) => {
    const deadline = Duration.millis(begun === undefined ? 0 : Math.max(0, at - begun.at))
    return new TranscriptionWaitTimeout({ operation: queryTranscription.name, attempts, id, deadline })
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

/** The wait up to the next look, which comes no later than the deadline; after the look at the deadline it is over. */
const goOn = (
  id: string,
  wait: Wait,
  { begun, firstLookAt, notDoneAt, number, seen }: Watched,
  { at, nextAt, saw }: Looked
): Effect.Effect<Watched, TranscriptionWaitTimeout> => {
  // A look that was not sent in time is none.
  const attempts = saw._tag === "GatewayTimeout" && saw.attempts === 0 ? number : number + 1
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
