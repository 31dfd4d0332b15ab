import * as Chunk from "effect/Chunk"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { excerpt } from "../../schemas/errors/excerpt.js"
import type { GatewayError } from "../../schemas/GatewayError.js"
import type { TranscriptionState } from "../../schemas/Transcript.js"
import type { TranscriptionRecord } from "../../schemas/Transcription.js"
import { queryTranscription, TranscriptionStatus } from "../../schemas/Transcription.js"
import type { TranscriptionError } from "../../schemas/TranscriptionError.js"
import {
  TranscriptionNotFound,
  TranscriptionUnknownStatus,
  TranscriptionWaitTimeout,
  TranscriptMissing
} from "../../schemas/TranscriptionError.js"
import { sleepUntil } from "../../steps/Step.js"
import type { Looked } from "./look.js"
import { look } from "./look.js"
import type { WaitOptions } from "./TranscriptionOptions.js"

/** Looks up a task's record once. */
export type FindRecord = (id: string) => Effect.Effect<TranscriptionRecord, GatewayError | TranscriptionNotFound>

/** What a wait carries from look to look. */
interface Wait {
  readonly number: number
  readonly startedAt: number | undefined
  readonly nextAt: number | undefined
  /** Whether the record was seen; from then on it may not be gone. */
  readonly seen: boolean
  /** Whether the last look brought a reply that does not fit; a second in a row ends the wait. */
  readonly misfit: boolean
}

const beginning: Wait = { number: 1, startedAt: undefined, nextAt: undefined, seen: false, misfit: false }

/** The states of a task, look by look, until it is completed. A look that failed in passing shows no state. */
export const watch = (
  id: string,
  find: FindRecord,
  options: WaitOptions
): Stream.Stream<TranscriptionState, TranscriptionError> =>
  Stream.paginateChunkEffect(beginning, (wait) =>
    Effect.gen(function* () {
      if (wait.nextAt !== undefined) yield* sleepUntil("wait", wait.nextAt)
      const looked = yield* look(wait.number, wait.startedAt, options, find(id))
      const state = yield* judge(id, options, wait, looked)
      const done = Option.exists(state, ({ _tag }) => _tag === "Completed")
      return [
        Chunk.fromIterable(Option.toArray(state)),
        done ? Option.none() : Option.some(yield* goOn(id, options, wait, looked))
      ]
    })
  )

/** The state that a look saw; none where it failed in passing. */
const judge = (
  id: string,
  { notFoundGrace, readTranscript }: WaitOptions,
  { misfit, number, seen, startedAt }: Wait,
  { at, saw }: Looked
): Effect.Effect<Option.Option<TranscriptionState>, TranscriptionError> => {
  if (saw._tag === "TranscriptionNotFound") {
    const grace = !seen && at - (startedAt ?? at) < Duration.toMillis(notFoundGrace)
    return grace ? Effect.succeedSome({ _tag: "Pending", id }) : new TranscriptionNotFound({ ...saw, attempts: number })
  }
  if (saw._tag === "GatewayInvalidResponse" && misfit) return Effect.fail(saw)
  if (saw._tag !== "Record") return Effect.succeedNone
  const { record } = saw
  const about = { operation: queryTranscription.name, attempts: number, id }
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
  options: WaitOptions,
  wait: Wait,
  { at, nextAt, saw }: Looked
): Effect.Effect<Wait, TranscriptionWaitTimeout> => {
  const startedAt = wait.startedAt ?? at
  const deadline = Duration.decode(options.deadline)
  const end = startedAt + Duration.toMillis(deadline)
  if (at < end) {
    const seen = wait.seen || saw._tag === "Record"
    const misfit = saw._tag === "GatewayInvalidResponse"
    return Effect.succeed({ number: wait.number + 1, startedAt, nextAt: Math.min(nextAt, end), seen, misfit })
  }
  const lastError = saw._tag === "Record" || saw._tag === "TranscriptionNotFound" ? undefined : saw
  return new TranscriptionWaitTimeout({
    operation: queryTranscription.name,
    attempts: wait.number,
    id,
    deadline,
    lastError
  })
}
