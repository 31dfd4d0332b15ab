import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { GatewayError } from "../schemas/GatewayError.js"
import type { Transcript, TranscriptionState } from "../schemas/Transcript.js"
import type {
  TranscriptionAccepted,
  TranscriptionQuery,
  TranscriptionRecord,
  TranscriptionRequest,
  TranscriptionResult
} from "../schemas/Transcription.js"
import { queryTranscription, submitTranscription, TranscriptionStatus } from "../schemas/Transcription.js"
import type { TranscriptionError, TranscriptionNotFound } from "../schemas/TranscriptionError.js"
import { ended } from "../steps/Alive.js"
import { stage } from "../steps/Step.js"
import type { Redaction } from "./client/redact.js"
import { keyless } from "./client/redact.js"
import { GatewayClient } from "./GatewayClient.js"
import { readRecord } from "./transcription/readRecord.js"
import { beginNoted, isDoubtful, submitStep } from "./transcription/submission.js"
import type { AwaitOptions, TranscribeOptions, WaitOptions } from "./transcription/TranscriptionOptions.js"
import { TranscriptionOptions } from "./transcription/TranscriptionOptions.js"
import type { Transcribed, TranscribeInTurn, TranscribeManyOptions } from "./transcription/transcribeMany.js"
import { transcribeMany } from "./transcription/transcribeMany.js"
import type { TranscriberOptions } from "./transcription/Wait.js"
import { makeWaits, waitOf } from "./transcription/Wait.js"
import type { FindRecord } from "./transcription/watch.js"
import { untilCompleted, watch } from "./transcription/watch.js"

/** The two operations that a transcriber is made of (specification 1 and 2). */
export interface TranscriptionCalls {
  readonly submit: (request: typeof TranscriptionRequest.Encoded) => Effect.Effect<TranscriptionAccepted, GatewayError>
  readonly query: (request: typeof TranscriptionQuery.Encoded) => Effect.Effect<TranscriptionResult, GatewayError>
}

/** Turns recordings into text: submits audio by URL, and waits for the transcript (specification 1 and 2). */
export class Transcriber extends Context.Tag("effect-model-gateway/Transcriber")<
  Transcriber,
  {
    /** Submits audio under an id of the caller's; accepted means that the task can be asked for by that id. */
    readonly submit: TranscriptionCalls["submit"]
    /** Looks at a task once. */
    readonly result: (id: string) => Effect.Effect<TranscriptionRecord, GatewayError | TranscriptionNotFound>
    /** Waits for a task that was submitted, in this process or another. A wait that timed out is taken up again so. */
    readonly await: (id: string, options?: AwaitOptions) => Effect.Effect<Transcript, TranscriptionError>
    /** Submits, then waits. */
    readonly transcribe: (
      request: typeof TranscriptionRequest.Encoded,
      options?: TranscribeOptions
    ) => Effect.Effect<Transcript, TranscriptionError>
    /**
     * Submits each request, and waits for all of them at once: results in the order in which they end, with the ids of
     * their requests. A request that fails is a result like the others. Takes up requests as results are taken, so any
     * number of them needs no more memory than `tasks` of them.
     */
    readonly transcribeMany: <E = never, R = never>(
      requests:
        | Iterable<typeof TranscriptionRequest.Encoded>
        | Stream.Stream<typeof TranscriptionRequest.Encoded, E, R>,
      options?: TranscribeManyOptions
    ) => Stream.Stream<Transcribed, E, R>
    /** The states of a task as the looks see them; ends with `Completed`. */
    readonly events: (id: string, options?: AwaitOptions) => Stream.Stream<TranscriptionState, TranscriptionError>
  }
>() {
  /** A transcriber over the two operations, wherever they run. What its waits have seen is its own, and in memory. */
  static readonly make = (
    { query, submit }: TranscriptionCalls,
    options?: TranscriberOptions,
    redaction: Redaction = keyless
  ): typeof Transcriber.Service => {
    const waits = makeWaits(options, redaction)
    const find =
      ({ isRecordNotFound }: WaitOptions): FindRecord =>
      (id) =>
        readRecord(id, query({ id }), isRecordNotFound, redaction)

    const events = (id: string, options?: AwaitOptions) =>
      Stream.unwrap(Effect.map(waitOf(waits, options), (wait) => watch(id, find(wait), wait)))

    const awaitId = (id: string, options?: AwaitOptions) =>
      Effect.flatMap(waitOf(waits, options), (wait) => untilCompleted(id, find(wait), wait)).pipe(
        stage("await", { item: id })
      )

    const transcribe: TranscribeInTurn = (request, options, inTurn) =>
      submitStep(submit(request)).pipe(
        beginNoted(request.id),
        inTurn,
        Effect.zipRight(Clock.currentTimeMillis),
        Effect.matchEffect({
          onSuccess: (submittedAt) => awaitId(request.id, { ...options, submittedAt }),
          onFailure: (error) =>
            isDoubtful(error)
              ? Effect.catchTag(awaitId(request.id, options), "TranscriptionNotFound", () => Effect.fail(error))
              : Effect.fail(error)
        }),
        stage("transcribe", { item: request.id })
      )

    return Transcriber.of({
      submit: (request) => beginNoted(request.id)(submit(request)),
      result: (id) =>
        Effect.flatMap(TranscriptionOptions, (options) => find(options)(id)).pipe(
          Effect.tap(({ status }) => (status === TranscriptionStatus.transcribing ? Effect.void : ended(id)))
        ),
      await: awaitId,
      transcribe: (request, options = {}) => transcribe(request, options, identity),
      transcribeMany: transcribeMany(transcribe),
      events
    })
  }

  /** Over HTTP, with options of its own. */
  static readonly layerWith = (options: TranscriberOptions): Layer.Layer<Transcriber, never, GatewayClient> =>
    Layer.effect(
      Transcriber,
      Effect.map(GatewayClient, ({ execute, redaction, retries }) =>
        Transcriber.make(
          { submit: execute(submitTranscription), query: execute(queryTranscription) },
          { ...options, longestLookWait: options.longestLookWait ?? retries.longestWait },
          redaction
        )
      )
    )

  /** Over HTTP. */
  static readonly layer: Layer.Layer<Transcriber, never, GatewayClient> = Transcriber.layerWith({})
}
