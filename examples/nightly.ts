/**
 * A night's batch: each recording of a folder is transcribed, and a report written. Stop it at any point, by Ctrl-C or by kill -9,
 * and start it again: it goes on, and takes up what failed. Once all is done it sends nothing. The next night is another run.
 */
import { FileSystem } from "@effect/platform"
import { NodeContext, NodeRuntime } from "@effect/platform-node"
import { Console, DateTime, Effect, Layer, Schema } from "effect"
import { Batch, Pipelines, Transcriber } from "effect-model-gateway"
import { DurableEngine, durable } from "effect-model-gateway/durable"
import { gateway } from "./support/gateway.js"
import { Recordings, recordings } from "./support/recordings.js"

// Where a recording can be downloaded is no part of its item: after a stop it may be elsewhere, and the item is the same.
const transcribeFile = durable({
  ...Pipelines.transcribe,
  name: "transcribeFile",
  input: Schema.Struct({ id: Schema.String, file: Schema.String }),
  run: ({ file, id }) =>
    Effect.flatMap(Effect.all([Transcriber, Recordings]), ([{ transcribe }, { urlOf }]) =>
      transcribe({ id, audio: { uri: urlOf(file) } })
    ),
  calls: undefined
})

const program = Effect.gen(function* () {
  const night = DateTime.formatIsoDateUtc(yield* DateTime.now)
  const { readDirectory } = yield* FileSystem.FileSystem
  const files = (yield* readDirectory("examples/recordings")).filter((file) => /\.(flac|opus)$/.test(file))
  const items = files.map((file) => ({ id: `${night}/${file}`, file }))
  const options = { runId: night, retry: "failed", output: "out/nightly/texts.jsonl", report: "out/nightly" } as const
  const { done, failed, kept } = yield* Batch.run(transcribeFile, items, options)
  yield* Console.log(`${done} transcribed, ${kept} of them before; ${failed} failed: see out/nightly/report.html`)
})

const engine = Layer.provideMerge(transcribeFile.layer, DurableEngine.sqlite("out/nightly.sqlite"))
const services = Layer.mergeAll(gateway, recordings, NodeContext.layer)
NodeRuntime.runMain(Effect.provide(program, Layer.provideMerge(engine, services)))
