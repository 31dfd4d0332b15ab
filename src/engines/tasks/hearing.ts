import type * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import type { RecordingUnreadable } from "../download/RecordingUnreadable.js"
import type { FetchedAudio } from "../recording/fetchAudio.js"
import type { SpeechRecogniser } from "../SpeechRecogniser.js"
import type { SpeechNotRecognised } from "../speech/SpeechNotRecognised.js"
import type { EngineState } from "../state/EngineState.js"
import type { NotKept } from "../state/NotKept.js"
import type { SpeechHeard, SpeechNotHeard } from "../state/SpeechOutcome.js"
import type { HearingTask } from "../state/TranscriptionTask.js"
import type { Intake, PutTask } from "./intake.js"
import { newTask } from "./intake.js"
import type { Failures } from "./nextTry.js"
import { nextTry } from "./nextTry.js"
import { speechSource, unheardTasks } from "./unheard.js"

/** A task that waits: with its recording where that is at hand, and with how often it could not be had. */
interface Job {
  readonly task: HearingTask
  readonly audio?: FetchedAudio | undefined
  readonly failures?: Failures | undefined
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
 * state has without an outcome go first. That a recording cannot be downloaded again is no outcome: it is asked for later.
 */
export const hearing = (
  listening: Listening,
  state: typeof EngineState.Service,
  put: PutTask
): Effect.Effect<Intake, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { concurrency, fetch } = listening
    const waiting = yield* Queue.unbounded<Job>()
    // Apart, so that a server that does not answer keeps nobody waiting whose recording is there.
    const late = yield* Queue.unbounded<Job>()
    yield* Queue.offerAll(
      waiting,
      (yield* unheardTasks(state)).map((task) => ({ task }))
    )

    const hear = yield* hearer(listening, state, late)
    // What cannot be kept now is taken up again at the next start.
    const worker = (jobs: Queue.Dequeue<Job>) =>
      Effect.forever(Effect.catchAllCause(Effect.flatMap(Queue.take(jobs), hear), unforeseen))
    yield* Effect.forkScoped(Effect.replicateEffect(worker(waiting), concurrency, { concurrency, discard: true }))
    yield* Effect.forkScoped(worker(late))

    const queue = (task: HearingTask, audio: FetchedAudio) =>
      Effect.flatMap(Queue.size(waiting), (ahead) =>
        Queue.offer(waiting, { task, audio: ahead < waitingInMemory ? audio : undefined })
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

/** Hears a recording and keeps how that ended, or puts it off until it is to be had. */
const hearer = (
  { concurrency, fetch, recognise }: Listening,
  state: typeof EngineState.Service,
  late: Queue.Enqueue<Job>
) =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const listeners = yield* Effect.makeSemaphore(concurrency)
    const end = ({ id }: HearingTask, outcome: Ended) =>
      Effect.flatMap(Clock.currentTimeMillis, (completedAt) => state.transcripts.keep(id, { ...outcome, completedAt }))

    const putOff = ({ failures, task }: Job, problem: string) =>
      Effect.gen(function* () {
        const stands = Option.exists(yield* state.tasks.get(task.bizId), ({ id }) => id === task.id)
        // Another task has its id by now, so nobody can ask for this one.
        if (!stands) return
        const now = yield* Clock.currentTimeMillis
        const failed = { count: (failures?.count ?? 0) + 1, since: failures?.since ?? now }
        const wait = nextTry(failed, now)
        if (Option.isSome(wait)) {
          if (failed.count === 1)
            yield* Effect.logWarning(`a recording that was accepted ${problem}; it is asked for later`)
          yield* Effect.forkIn(Effect.delay(Queue.offer(late, { task, failures: failed }), wait.value), scope)
        } else yield* end(task, { problem: `audio.uri ${problem}` })
      })

    return (job: Job): Effect.Effect<void, NotKept> =>
      (job.audio === undefined ? fetch(job.task.uri) : Effect.succeed(job.audio)).pipe(
        Effect.flatMap(({ bytes, url }) =>
          outcomeOf(listeners.withPermits(1)(recognise({ bytes, extension: extensionOf(url) })))
        ),
        Effect.flatMap((outcome) => end(job.task, outcome)),
        Effect.catchTag("RecordingUnreadable", ({ problem }) => putOff(job, problem)),
        Effect.asVoid,
        Effect.withSpan("engine.hear")
      )
  })

type Ended = Omit<SpeechHeard, "completedAt"> | Omit<SpeechNotHeard, "completedAt">

/** The text, or what happened in place of one. */
const outcomeOf = (text: Effect.Effect<string, SpeechNotRecognised>): Effect.Effect<Ended> =>
  text.pipe(
    Effect.map((text) => ({ text, source: speechSource })),
    Effect.catchAll(({ message }) => Effect.succeed({ problem: message })),
    Effect.catchAllCause((cause) => Effect.as(unforeseen(cause), { problem: "speech was not recognised" }))
  )

const unforeseen = (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.logError("a recording's speech could not be recognised", cause)

/** Of the last segment of the path; none where it has other characters than letters and digits. */
const extensionOf = ({ pathname }: URL): string => /\.[A-Za-z0-9]{1,10}$/.exec(pathname)?.[0] ?? ""
