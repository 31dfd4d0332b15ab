import * as HttpClient from "@effect/platform/HttpClient"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { successCode } from "../schemas/Envelope.js"
import type { GatewayBadRequest } from "../schemas/GatewayError.js"
import { GatewayRejected } from "../schemas/GatewayError.js"
import type { TranscriptionAccepted, TranscriptionRequest, TranscriptionResult } from "../schemas/Transcription.js"
import { queryTranscription, submitTranscription } from "../schemas/Transcription.js"
import { Transcriber } from "../services/Transcriber.js"
import { answering } from "./answering.js"
import { randomId } from "./randomId.js"
import type { RecordingUnreadable } from "./recording/RecordingUnreadable.js"
import type { Recording } from "./recording/readRecording.js"
import { readRecording } from "./recording/readRecording.js"
import { taskRecord } from "./recording/taskRecord.js"
import { refuse } from "./refuse.js"
import { EngineState } from "./state/EngineState.js"
import type { Shelf } from "./state/Shelf.js"
import type { TranscriptionTask } from "./state/TranscriptionTask.js"

/** Options of the transcription engine. */
export interface Options {
  /** How many seconds of a recording are transcribed in one second of the `Clock`. Default: 20. */
  readonly speed?: number | undefined
  /** The largest file that is downloaded. Unit: bytes. Default: 100 MiB. */
  readonly maxAudioBytes?: number | undefined
  /** The longest that fetching a recording, and the text beside it, may take. Default: 60 seconds. */
  readonly downloadTimeout?: Duration.DurationInput | undefined
  /** The envelope for a task that is not known, for the specification does not show it. Default: 404, record not found. */
  readonly recordNotFound?: { readonly code: string; readonly msg: string } | undefined
}

/**
 * Transcriptions of recordings that carry their own text (specification 1 and 2). No speech recogniser: `submit` downloads
 * the recording, measures it, and takes the text from its tags for lyrics, from a `.txt`, `.vtt` or `.srt` file of its
 * name beside it, or else from its tags for comments; a recording without one is refused with 400. The task takes as long
 * as the recording lasts, divided by `speed`. An id that is submitted again keeps its first task.
 */
export const layer = (options: Options = {}): Layer.Layer<Transcriber, never, HttpClient.HttpClient | EngineState> => {
  const { downloadTimeout: timeout = "60 seconds", maxAudioBytes: maxBytes = 100 * 1024 * 1024 } = options
  const { recordNotFound = { code: "404", msg: "record not found" }, speed = 20 } = options
  return Layer.effect(
    Transcriber,
    Effect.gen(function* () {
      const { tasks } = yield* EngineState
      const read = readRecording(yield* HttpClient.HttpClient, { maxBytes, timeout })
      return Transcriber.make({
        submit: answering(submitTranscription)((request) => submit(tasks, read, speed, request)),
        query: answering(queryTranscription)(({ id }) => query(tasks, recordNotFound, id))
      })
    })
  )
}

const submit = (
  tasks: Shelf<TranscriptionTask>,
  read: (uri: string) => Effect.Effect<Recording, RecordingUnreadable>,
  speed: number,
  { audio, id: bizId }: TranscriptionRequest
): Effect.Effect<TranscriptionAccepted, GatewayBadRequest> =>
  Effect.gen(function* () {
    if (Option.isNone(yield* tasks.get(bizId))) {
      const recording = yield* Effect.catchAll(read(audio.uri), ({ problem }) =>
        refuse(submitTranscription, "audio.uri", problem)
      )
      const id = yield* randomId
      const acceptedAt = yield* Clock.currentTimeMillis
      const completedAt = acceptedAt + (recording.duration / speed) * 1_000
      yield* tasks.keep(bizId, { ...recording, id, bizId, acceptedAt, completedAt })
    }
    return { ...success, data: null, traceId: yield* randomId }
  })

const query = (
  tasks: Shelf<TranscriptionTask>,
  recordNotFound: { readonly code: string; readonly msg: string },
  id: string
): Effect.Effect<TranscriptionResult, GatewayRejected> =>
  Effect.gen(function* () {
    const task = yield* tasks.get(id)
    const traceId = yield* randomId
    if (Option.isSome(task)) {
      return { ...success, data: taskRecord(task.value, yield* Clock.currentTimeMillis), traceId }
    }
    const about = { operation: queryTranscription.name, attempts: 1, traceId }
    return yield* new GatewayRejected({ ...about, ...recordNotFound, data: null })
  })

const success = { code: successCode, msg: "success" }
