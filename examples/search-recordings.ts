/** A pipeline: what do these recordings say about a question? */
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Layer } from "effect"
import { searchRecordings } from "effect-model-gateway"
import { gateway } from "./support/gateway.js"
import { Recordings, recordings } from "./support/recordings.js"
import { settings } from "./support/settings.js"

const program = Effect.gen(function* () {
  const { urlOf } = yield* Recordings
  const { embeddingModel, rerankModel, transcription } = yield* settings
  const run = Date.now()
  const { failures, hits } = yield* searchRecordings({
    recordings: ["standup.flac", "sourdough.flac"].map((file) => ({
      id: file,
      taskId: `${file}-${run}`,
      audio: { uri: urlOf(file) }
    })),
    query: "When does the export job start?",
    transcription,
    embedding: { model: embeddingModel },
    rerank: { model: rerankModel },
    passages: { size: 120 },
    best: 2
  })
  yield* Effect.forEach(hits, ({ passage, recordingId }) => Console.log(`${recordingId}: ${passage.text}`))
  yield* Effect.forEach(failures, (failure) => Console.error(failure.message))
})

NodeRuntime.runMain(Effect.provide(program, Layer.merge(gateway, recordings)))
