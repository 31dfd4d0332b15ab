/** Specification 1 and 2 in one call: submits, waits, and gives the text. A wait that times out carries the id. */
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Layer } from "effect"
import { Transcriber } from "effect-model-gateway"
import { gateway } from "./support/gateway.js"
import { Recordings, recordings } from "./support/recordings.js"
import { settings } from "./support/settings.js"

const program = Effect.gen(function* () {
  const transcriber = yield* Transcriber
  const { urlOf } = yield* Recordings
  const { transcription } = yield* settings
  const request = { ...transcription, id: `tour-${Date.now()}`, audio: { uri: urlOf("harbour-tour.opus") } }
  const { text } = yield* transcriber.transcribe(request, { deadline: "10 minutes" }).pipe(
    // The task goes on at the gateway: keep the id, and `await` it another time.
    Effect.tapErrorTag("TranscriptionWaitTimeout", ({ id }) => Console.error(`still running: ${id}`))
  )
  yield* Console.log(text)
})

NodeRuntime.runMain(Effect.provide(program, Layer.merge(gateway, recordings)))
