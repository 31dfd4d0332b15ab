import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { successCode } from "../schemas/Envelope.js"
import { GatewayError, GatewayRejected } from "../schemas/GatewayError.js"
import type {
  TranscriptionAccepted,
  TranscriptionQuery,
  TranscriptionRecord,
  TranscriptionRequest,
  TranscriptionResult
} from "../schemas/Transcription.js"
import { queryTranscription, submitTranscription, TranscriptionStatus } from "../schemas/Transcription.js"
import { Transcriber } from "../services/Transcriber.js"
import type { TranscriberOptions } from "../services/transcription/Wait.js"
import type { Calls } from "./Calls.js"
import { fake } from "./fake.js"

/**
 * How the transcription of a recording ends: with a text; with the fields of a record, such as `{ status: 3 }`; or with an
 * error, which a look fails with if its `operation` is `queryTranscription`, and else the submission.
 */
export type Ending = string | Partial<TranscriptionRecord> | GatewayError

/** Endings by the task's id, or by the `uri` of the audio; the id goes first. */
export type Recordings = Readonly<Record<string, Ending>>

/** Options of the fake transcriber. */
export interface Options {
  /** How many looks see the task transcribing before it ends. Default: 0, so that no time has to pass. */
  readonly looks?: number | undefined
}

/**
 * A transcriber of the recordings it is given; without any, each recording has the text `Recording <uri>.` A task that
 * was submitted is transcribing for some looks, and then ends; an id that is submitted again keeps its first task, and one
 * that was not submitted is not found. A recording that it was told nothing of is a defect: the test's mistake.
 *
 * @example
 * FakeTranscriber.layer({ "https://example.com/call-1.flac": "Where is my parcel?" }, { looks: 2 })
 */
export const layer = (recordings?: Recordings, { looks = 0 }: Options = {}): Layer.Layer<Transcriber | Calls> =>
  fake(Transcriber, (noted) => {
    const tasks = new Map<string, Task>()
    const calls = {
      submit: noted(
        submitTranscription,
        (request) => ({ service: "Transcriber", method: "submit", request }),
        (request) => submit(tasks, recordings, request)
      ),
      query: noted(
        queryTranscription,
        (request) => ({ service: "Transcriber", method: "result", request }),
        (request) => query(tasks, looks, request)
      )
    }
    return Transcriber.make(calls, { pollPolicy: everySecond })
  })

/** Looks at once, and then at times that no other task of the test changes. */
const everySecond: TranscriberOptions["pollPolicy"] = ({ number }) =>
  Effect.succeed(Duration.seconds(Math.min(number, 1)))

interface Task {
  readonly ending: Ending
  looked: number
}

const isError = Schema.is(GatewayError)

const submit = (
  tasks: Map<string, Task>,
  recordings: Recordings | undefined,
  { audio: { uri }, id }: TranscriptionRequest
): Effect.Effect<TranscriptionAccepted, GatewayError> => {
  const ending = recordings === undefined ? `Recording ${uri}.` : (recordings[id] ?? recordings[uri])
  if (ending === undefined) {
    return Effect.dieMessage(`the fake transcriber was told nothing of ${uri}: give it a text for that, or for ${id}`)
  }
  if (isError(ending) && ending.operation !== queryTranscription.name) return Effect.fail(ending)
  if (!tasks.has(id)) tasks.set(id, { ending, looked: 0 })
  return Effect.succeed(success(null))
}

const query = (
  tasks: Map<string, Task>,
  looks: number,
  { id }: TranscriptionQuery
): Effect.Effect<TranscriptionResult, GatewayError> => {
  const task = tasks.get(id)
  if (task === undefined) {
    const about = { operation: queryTranscription.name, attempts: 1 }
    return new GatewayRejected({ ...about, code: "404", msg: "record not found", data: null })
  }
  const { ending } = task
  if (task.looked++ < looks) {
    return Effect.succeed(success({ bizId: id, status: TranscriptionStatus.transcribing }))
  }
  if (isError(ending)) return Effect.fail(ending)
  const fields = typeof ending === "string" ? { asrcResult: { text: ending } } : ending
  return Effect.succeed(success({ bizId: id, status: TranscriptionStatus.completed, ...fields }))
}

const success = <Data>(data: Data) => ({ code: successCode, msg: "success", data })
