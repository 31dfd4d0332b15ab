import * as Effect from "effect/Effect"
import type { GatewayError, GatewayRejected } from "../../schemas/GatewayError.js"
import type { TranscriptionRecord, TranscriptionResult } from "../../schemas/Transcription.js"
import { queryTranscription } from "../../schemas/Transcription.js"
import { TranscriptionNotFound } from "../../schemas/TranscriptionError.js"
import { misfit } from "../client/misfit.js"
import type { Redaction } from "../client/redact.js"
import type { NoRecordReply, WaitOptions } from "./TranscriptionOptions.js"

/** The record that a result query found, or the typed error that there is none. */
export const readRecord = (
  id: string,
  query: Effect.Effect<TranscriptionResult, GatewayError>,
  isRecordNotFound: WaitOptions["isRecordNotFound"],
  { text }: Redaction
): Effect.Effect<TranscriptionRecord, GatewayError | TranscriptionNotFound> =>
  query.pipe(
    Effect.catchIf(
      (error): error is GatewayRejected => error._tag === "GatewayRejected" && isRecordNotFound(error),
      (error): Effect.Effect<never, TranscriptionNotFound> => notFound(id, error, text)
    ),
    Effect.flatMap((reply): Effect.Effect<TranscriptionRecord, GatewayError | TranscriptionNotFound> => {
      if (reply.data === null) {
        return isRecordNotFound(reply) ? notFound(id, reply, text) : misfit(queryTranscription, "data", "is null")
      }
      const { bizId } = reply.data
      return bizId === undefined || bizId === id
        ? Effect.succeed(reply.data)
        : misfit(queryTranscription, "data.bizId", "is not the id that was asked for")
    })
  )

const notFound = (
  id: string,
  { code, msg, traceId }: NoRecordReply & { readonly traceId?: string | undefined },
  show: Redaction["text"]
): Effect.Effect<never, TranscriptionNotFound> =>
  Effect.fail(
    new TranscriptionNotFound({
      operation: queryTranscription.name,
      attempts: 1,
      id,
      code: show(code),
      msg: msg && show(msg),
      traceId: traceId && show(traceId)
    })
  )
