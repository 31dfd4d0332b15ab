import * as Effect from "effect/Effect"
import { Transcript } from "../../schemas/Transcript.js"
import { queryTranscription, submitTranscription, TranscriptionRequest } from "../../schemas/Transcription.js"
import { TranscriptionError } from "../../schemas/TranscriptionError.js"
import { Transcriber } from "../../services/Transcriber.js"
import { pipeline } from "../Pipeline.js"
import { callsAtLeast, oneCall } from "./plannedCalls.js"

/** Submits a recording under an id of the caller's, and waits for its text (specification 1 and 2). */
export const transcribe = pipeline({
  name: "transcribe",
  input: TranscriptionRequest,
  success: Transcript,
  error: TranscriptionError,
  run: (request) => Effect.flatMap(Transcriber, (transcriber) => transcriber.transcribe(request)),
  calls: (request) => [...oneCall(submitTranscription, request), callsAtLeast(queryTranscription, 1)]
})
