import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { GatewayError } from "../schemas/GatewayError.js"
import type { Transcript, TranscriptionState } from "../schemas/Transcript.js"
import type {
  TranscriptionQuery,
  TranscriptionRecord,
  TranscriptionRequest,
  TranscriptionResult
} from "../schemas/Transcription.js"
import { queryTranscription, submitTranscription, TranscriptionAccepted } from "../schemas/Transcription.js"
import type { TranscriptionError, TranscriptionNotFound } from "../schemas/TranscriptionError.js"
import { stage, step } from "../steps/Step.js"
import { GatewayClient } from "./GatewayClient.js"
import { readRecord } from "./transcription/readRecord.js"
import type { WaitOptions } from "./transcription/TranscriptionOptions.js"
import { TranscriptionOptions } from "./transcription/TranscriptionOptions.js"
import type { FindRecord } from "./transcription/watch.js"
import { watch } from "./transcription/watch.js"

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
    readonly await: (id: string, options?: Partial<WaitOptions>) => Effect.Effect<Transcript, TranscriptionError>
    /** Submits, then waits. */
    readonly transcribe: (
      request: typeof TranscriptionRequest.Encoded,
      options?: Partial<WaitOptions>
    ) => Effect.Effect<Transcript, TranscriptionError>
    /** The states of a task as the looks see them; ends with `Completed`. */
    readonly events: (
      id: string,
      options?: Partial<WaitOptions>
    ) => Stream.Stream<TranscriptionState, TranscriptionError>
  }
>() {
  /** A transcriber over the two operations, wherever they run. */
  static readonly make = ({ query, submit }: TranscriptionCalls): typeof Transcriber.Service => {
    const find =
      ({ isRecordNotFound }: WaitOptions): FindRecord =>
      (id) =>
        readRecord(id, query({ id }), isRecordNotFound)

    const events = (id: string, options?: Partial<WaitOptions>) =>
      Stream.unwrap(Effect.map(complete(options), (all) => watch(id, find(all), all)))

    const awaitId = (id: string, options?: Partial<WaitOptions>) =>
      Stream.runLast(events(id, options)).pipe(Effect.flatMap(completed), stage("await", { item: id }))

    return Transcriber.of({
      submit,
      result: (id) => Effect.flatMap(TranscriptionOptions, (options) => find(options)(id)),
      await: awaitId,
      transcribe: (request, options) =>
        submit(request).pipe(
          step("submit", {
            success: TranscriptionAccepted,
            error: GatewayError,
            safety: submitTranscription.safety._tag
          }),
          Effect.zipRight(awaitId(request.id, options)),
          stage("transcribe", { item: request.id })
        ),
      events
    })
  }

  /** Over HTTP. */
  static readonly layer: Layer.Layer<Transcriber, never, GatewayClient> = Layer.effect(
    Transcriber,
    Effect.map(GatewayClient, ({ execute }) =>
      Transcriber.make({ submit: execute(submitTranscription), query: execute(queryTranscription) })
    )
  )
}

/** What the call gives, and for the rest, undefined members too, what the context says. */
const complete = (given: Partial<WaitOptions> = {}): Effect.Effect<WaitOptions> =>
  Effect.map(TranscriptionOptions, (standard) => ({
    pollPolicy: given.pollPolicy ?? standard.pollPolicy,
    deadline: given.deadline ?? standard.deadline,
    notFoundGrace: given.notFoundGrace ?? standard.notFoundGrace,
    isRecordNotFound: given.isRecordNotFound ?? standard.isRecordNotFound,
    readTranscript: given.readTranscript ?? standard.readTranscript
  }))

/** The stream of states ends with a completed one, or fails; anything else is a defect. */
const completed = (last: Option.Option<TranscriptionState>): Effect.Effect<Transcript> =>
  Option.isSome(last) && last.value._tag === "Completed"
    ? Effect.succeed(last.value.transcript)
    : Effect.dieMessage("a transcription's states ended without a completed one")
