import * as HttpClient from "@effect/platform/HttpClient"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { flow } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { successCode } from "../schemas/Envelope.js"
import type { GatewayBadRequest } from "../schemas/GatewayError.js"
import { GatewayRejected } from "../schemas/GatewayError.js"
import type { TranscriptionAccepted, TranscriptionRequest, TranscriptionResult } from "../schemas/Transcription.js"
import { queryTranscription, submitTranscription } from "../schemas/Transcription.js"
import { Transcriber } from "../services/Transcriber.js"
import { answering } from "./answering.js"
import { downloader } from "./download/download.js"
import { randomId } from "./randomId.js"
import { fetchAudio, withinDownloadTime } from "./recording/fetchAudio.js"
import { readRecording } from "./recording/readRecording.js"
import { refuse } from "./refuse.js"
import { SpeechRecogniser } from "./SpeechRecogniser.js"
import { EngineState } from "./state/EngineState.js"
import type { NotKept } from "./state/NotKept.js"
import { hearing } from "./tasks/hearing.js"
import type { Intake } from "./tasks/intake.js"
import { reading } from "./tasks/intake.js"
import type { TaskState } from "./tasks/taskState.js"
import { taskState } from "./tasks/taskState.js"
import { tellOfUnheard, unheardDescriptions } from "./tasks/unheard.js"

/** What becomes of an id that is submitted again: it keeps its first task, is refused, or stands for the new task. */
export type Resubmission = "replay" | "reject" | "overwrite"

/** Options of the transcription engine. */
export interface Options {
  /**
   * How many seconds of a recording are transcribed in one second of the `Clock`, where its text comes with it. Default:
   * 20.
   */
  readonly speed?: number | undefined
  /** The largest file that is downloaded. Unit: bytes. Default: 100 MiB. */
  readonly maxAudioBytes?: number | undefined
  /** The longest that fetching a recording, and the text beside it, may take. Default: 60 seconds. */
  readonly downloadTimeout?: Duration.DurationInput | undefined
  /** How many redirects of a download are followed, one after the other. Default: 3; 0 refuses them. */
  readonly audioRedirects?: number | undefined
  /** How many recordings a `SpeechRecogniser` listens to at once. Default: 2. */
  readonly speechConcurrency?: number | undefined
  /** The envelope for a task that is not known, for the specification does not show it. Default: 404, record not found. */
  readonly recordNotFound?: { readonly code: string; readonly msg: string } | undefined
  /**
   * What becomes of an id that is submitted again, for the specification does not show it. `replay` accepts it, keeps the
   * first task and downloads nothing; `reject` refuses it with `idTaken`; `overwrite` puts a new task in place of the first.
   * Default: replay.
   */
  readonly resubmission?: Resubmission | undefined
  /** The envelope that rejects an id which is submitted again. Default: 409, the id has been submitted already. */
  readonly idTaken?: { readonly code: string; readonly msg: string } | undefined
  /** The envelope's code for a task whose speech was not recognised, for the specification shows none. Default: 500. */
  readonly speechFailed?: { readonly code: string } | undefined
}

/** Options with their defaults. */
type Chosen<Name extends keyof Options> = { readonly [Given in Name]-?: NonNullable<Options[Given]> }

/**
 * Transcriptions (specification 1 and 2). `submit` downloads the recording and measures it; what is no recording is
 * refused with 400. An id that is submitted again keeps its first task, unless `resubmission` says otherwise.
 *
 * Without a speech recogniser the recording has to carry its own text: in its tags for lyrics, in a `.txt`, `.vtt` or
 * `.srt` file of its name beside it, or else in its tags for comments; one without it is refused with 400. The task takes
 * as long as the recording lasts, divided by `speed`.
 *
 * With a `SpeechRecogniser` the text is what that hears. The layer listens in the background, and the task is completed
 * when the text is there; a task that the state has without an outcome is taken up again when the layer starts. A recording
 * that cannot be downloaded again is asked for again for a day. Where no text was heard, the query is refused with
 * `speechFailed` and what happened.
 */
export const layer = (options: Options = {}): Layer.Layer<Transcriber, never, HttpClient.HttpClient | EngineState> => {
  const { audioRedirects: redirects = 3, maxAudioBytes: maxBytes = 100 * 1024 * 1024 } = options
  const { downloadTimeout = "60 seconds", speechConcurrency: concurrency = 2, speed = 20 } = options
  const { idTaken = { code: "409", msg: "the id has been submitted already" }, resubmission = "replay" } = options
  const { recordNotFound = { code: "404", msg: "record not found" }, speechFailed = { code: "500" } } = options
  return Layer.scoped(
    Transcriber,
    Effect.gen(function* () {
      const state = yield* EngineState
      const download = downloader(yield* HttpClient.HttpClient, { maxBytes, redirects })
      const inTime = withinDownloadTime(downloadTimeout)
      const put = resubmission === "overwrite" ? state.tasks.replace : state.tasks.keep
      const recogniser = yield* Effect.serviceOption(SpeechRecogniser)
      const intake = Option.isSome(recogniser)
        ? yield* hearing(
            { recognise: recogniser.value.recognise, fetch: flow(fetchAudio(download), inTime), concurrency },
            state,
            put
          )
        : yield* Effect.as(tellOfUnheard(state), reading(put, flow(readRecording(download), inTime), speed))
      const unheard = unheardDescriptions[Option.isSome(recogniser) ? "listening" : "deaf"]
      return Transcriber.make({
        submit: answering(submitTranscription)((request) => submit(state, intake, { resubmission, idTaken }, request)),
        query: answering(queryTranscription)(({ id }) =>
          query(taskState(state, id, unheard), { recordNotFound, speechFailed })
        )
      })
    })
  )
}

const submit = (
  { tasks }: typeof EngineState.Service,
  intake: Intake,
  { idTaken, resubmission }: Chosen<"idTaken" | "resubmission">,
  { audio, id }: TranscriptionRequest
): Effect.Effect<TranscriptionAccepted, GatewayBadRequest | GatewayRejected | NotKept> =>
  Effect.gen(function* () {
    const isNew =
      (resubmission === "overwrite" || Option.isNone(yield* tasks.get(id))) &&
      // Of two that come at once, one is first.
      (yield* Effect.catchTag(intake(audio.uri, id), "RecordingUnreadable", ({ problem }) =>
        refuse(submitTranscription, "audio.uri", problem)
      ))
    const traceId = yield* randomId
    if (isNew || resubmission !== "reject") return { ...success, data: null, traceId }
    return yield* new GatewayRejected({
      operation: submitTranscription.name,
      attempts: 1,
      traceId,
      ...idTaken,
      data: null
    })
  })

const query = (
  state: Effect.Effect<TaskState>,
  { recordNotFound, speechFailed }: Chosen<"recordNotFound" | "speechFailed">
): Effect.Effect<TranscriptionResult, GatewayRejected> =>
  Effect.gen(function* () {
    const found = yield* state
    const traceId = yield* randomId
    const about = { operation: queryTranscription.name, attempts: 1, traceId }
    switch (found._tag) {
      case "Known":
        return { ...success, data: found.record, traceId }
      case "Failed":
        return yield* new GatewayRejected({ ...about, ...speechFailed, msg: found.problem, data: found.record })
      case "Unknown":
        return yield* new GatewayRejected({ ...about, ...recordNotFound, data: null })
    }
  })

const success = { code: successCode, msg: "success" }
