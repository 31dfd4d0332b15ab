/** Specification 2: watches the states of a task that was submitted, until its text is there. */
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Layer, Stream } from "effect"
import { Transcriber } from "effect-model-gateway"
import { gateway } from "./support/gateway.js"
import { Recordings, recordings } from "./support/recordings.js"
import { settings } from "./support/settings.js"

const program = Effect.gen(function* () {
  const transcriber = yield* Transcriber
  const { urlOf } = yield* Recordings
  const { transcription } = yield* settings
  const id = `sourdough-${Date.now()}`
  yield* transcriber.submit({ ...transcription, id, audio: { uri: urlOf("sourdough.flac") } })

  // One look, then all of them. `transcriber.await(id)` gives only the end, and takes up a wait that another process began.
  const record = yield* transcriber.result(id)
  yield* Console.log(`status ${record.status} at ${record.updateTime}`)
  yield* Stream.runForEach(transcriber.events(id, { deadline: "10 minutes" }), (state) =>
    Console.log(state._tag === "Completed" ? `Completed: ${state.transcript.text}` : state._tag)
  )
})

NodeRuntime.runMain(Effect.provide(program, Layer.merge(gateway, recordings)))
