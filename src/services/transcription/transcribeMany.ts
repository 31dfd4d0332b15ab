import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import * as Stream from "effect/Stream"
import type { Transcript } from "../../schemas/Transcript.js"
import type { TranscriptionRequest } from "../../schemas/Transcription.js"
import type { TranscriptionError } from "../../schemas/TranscriptionError.js"
import type { InTurn } from "../../steps/turns.js"
import { turns } from "../../steps/turns.js"
import type { TranscribeOptions, WaitOptions } from "./TranscriptionOptions.js"

/** How many recordings are transcribed. */
export interface TranscribeManyOptions extends Partial<WaitOptions> {
  /** How many submissions are under way at once at the most; in turn, first in, first out. Default: 8. */
  readonly submissions?: number | undefined
  /**
   * How many tasks are submitted and not yet completed, at the most: no more requests are taken up before one has ended
   * and its result is taken. Default: 1,000.
   */
  readonly tasks?: number | undefined
  /** How long the audio of a request is, for the poll policy. Unit: seconds. Default: not known. */
  readonly audioSeconds?: ((request: typeof TranscriptionRequest.Encoded) => number | undefined) | undefined
}

/** How the transcription of one of many ended. */
export interface Transcribed {
  /** The id of its request. */
  readonly id: string
  readonly result: Either.Either<Transcript, TranscriptionError>
}

/** Submits a request when its turn comes, then waits. */
export type TranscribeInTurn = (
  request: typeof TranscriptionRequest.Encoded,
  options: TranscribeOptions,
  inTurn: InTurn
) => Effect.Effect<Transcript, TranscriptionError>

/** The results of many requests, in the order in which they end. Only the requests' own stream can fail. */
export const transcribeMany =
  (transcribe: TranscribeInTurn) =>
  <E = never, R = never>(
    requests: Iterable<typeof TranscriptionRequest.Encoded> | Stream.Stream<typeof TranscriptionRequest.Encoded, E, R>,
    { audioSeconds, submissions = 8, tasks = 1000, ...wait }: TranscribeManyOptions = {}
  ): Stream.Stream<Transcribed, E, R> =>
    Stream.suspend(() => {
      const inTurn = turns(Math.max(1, submissions))
      const all = Symbol.iterator in requests ? Stream.fromIterable(requests) : requests
      return Stream.mapEffect(
        all,
        (request) =>
          transcribe(request, { ...wait, audioSeconds: audioSeconds?.(request) }, inTurn).pipe(
            Effect.either,
            Effect.map((result): Transcribed => ({ id: request.id, result }))
          ),
        { concurrency: Math.max(1, tasks), unordered: true }
      )
    })
