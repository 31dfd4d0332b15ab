import type * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import type { FetchedAudio } from "../recording/fetchAudio.js"
import type { Intake, PutTask } from "../recording/intake.js"
import { newTask } from "../recording/intake.js"
import type { RecordingUnreadable } from "../recording/RecordingUnreadable.js"
import type { SpeechRecogniser } from "../SpeechRecogniser.js"
import type { EngineState } from "../state/EngineState.js"
import type { HearingTask } from "../state/TranscriptionTask.js"
import type { SpeechNotRecognised } from "./SpeechNotRecognised.js"

/** Where the text of what is heard comes from, in words. */
export const speechSource = "the speech recogniser"

/** A task that waits, with its recording where that is at hand. */
interface Job {
  readonly task: HearingTask
  readonly audio: Option.Option<FetchedAudio>
}

/** How recordings are got and heard. */
export interface Listening {
  readonly recognise: (typeof SpeechRecogniser.Service)["recognise"]
  /** Downloads a recording and measures it. */
  readonly fetch: (uri: string) => Effect.Effect<FetchedAudio, RecordingUnreadable>
  /** How many recordings are listened to at once. */
  readonly concurrency: number
}

/** How many recordings wait in memory, for each may be as large as a download; those behind are downloaded again. */
const waitingInMemory = 4

/**
 * Takes in recordings that a speech recogniser listens to, in the background of a scope, first in first out. Tasks that the
 * state has without an outcome go first.
 */
export const hearing = (
  { concurrency, fetch, recognise }: Listening,
  { tasks, transcripts }: typeof EngineState.Service,
  put: PutTask
): Effect.Effect<Intake, never, Scope.Scope> =>
  Effect.gen(function* () {
    const waiting = yield* Queue.unbounded<Job>()
    for (const task of yield* tasks.all) {
      if ("uri" in task && Option.isNone(yield* transcripts.get(task.id))) {
        yield* Queue.offer(waiting, { task, audio: Option.none() })
      }
    }

    const next = Effect.gen(function* () {
      const { audio, task } = yield* Queue.take(waiting)
      const outcome = yield* Option.match(audio, { onNone: () => fetch(task.uri), onSome: Effect.succeed }).pipe(
        Effect.flatMap(({ bytes, url }) => recognise({ bytes, extension: extensionOf(url) })),
        outcomeOf
      )
      yield* transcripts.keep(task.id, { ...outcome, completedAt: yield* Clock.currentTimeMillis })
    })
    // What cannot be kept now is taken up again at the next start.
    const worker = Effect.forever(Effect.catchAllCause(next, unforeseen))
    yield* Effect.forkScoped(Effect.replicateEffect(worker, concurrency, { concurrency, discard: true }))

    const queue = (task: HearingTask, audio: FetchedAudio) =>
      Effect.flatMap(Queue.size(waiting), (ahead) =>
        Queue.offer(waiting, { task, audio: Option.liftPredicate(audio, () => ahead < waitingInMemory) })
      )
    return (uri, bizId) =>
      Effect.gen(function* () {
        const audio = yield* fetch(uri)
        const task: HearingTask = { ...(yield* newTask(bizId, audio.facts)), uri }
        // A task that is kept is listened to, though the caller be gone by now.
        return yield* Effect.uninterruptible(
          Effect.flatMap(put(bizId, task), ({ id }) =>
            id === task.id ? Effect.as(queue(task, audio), true) : Effect.succeed(false)
          )
        )
      })
  })

/** The text, or what happened in place of one. */
const outcomeOf = (text: Effect.Effect<string, RecordingUnreadable | SpeechNotRecognised>) =>
  text.pipe(
    Effect.map((text) => ({ text, source: speechSource })),
    Effect.catchTags({
      RecordingUnreadable: ({ problem }) => Effect.succeed({ problem: `audio.uri ${problem}` }),
      SpeechNotRecognised: ({ message }) => Effect.succeed({ problem: message })
    }),
    Effect.catchAllCause((cause) => Effect.as(unforeseen(cause), { problem: "speech was not recognised" })),
    Effect.withSpan("engine.hear")
  )

const unforeseen = (cause: Cause.Cause<never>): Effect.Effect<void> =>
  Effect.logError("a recording's speech could not be recognised", cause)

/** Of the last segment of the path; none where it has other characters than letters and digits. */
const extensionOf = ({ pathname }: URL): string => /\.[A-Za-z0-9]{1,10}$/.exec(pathname)?.[0] ?? ""
