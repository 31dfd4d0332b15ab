/** Specification 1: submits audio by URL under an id of our own. The id is all that is needed to come back for the text. */
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
  const accepted = yield* transcriber.submit({
    ...transcription,
    id: `standup-${Date.now()}`,
    audio: { uri: urlOf("standup.flac"), rate: "16000" }
  })
  yield* Console.log(`accepted, code ${accepted.code}, trace ${accepted.traceId}`)
})

NodeRuntime.runMain(Effect.provide(program, Layer.merge(gateway, recordings)))
