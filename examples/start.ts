/**
 * The main job from end to end, over real HTTP: searches in recordings, then generates images in both request styles.
 * Without a gateway it starts an embedded one; with two environment variables it does the very same against yours.
 */
import { NodeContext, NodeRuntime } from "@effect/platform-node"
import { Clock, Config, Console, Effect, Layer, Option } from "effect"
import type { StepFailed } from "effect-model-gateway"
import { generateImageAssets, searchRecordings } from "effect-model-gateway"
import { gateway } from "./support/gateway.js"
import { shown } from "./support/progress.js"
import { Recordings, recordings } from "./support/recordings.js"
import { settings } from "./support/settings.js"
import { assetTable, rankingTable } from "./support/tables.js"

const query = "How do I get my money back for a damaged parcel?"
const files = ["refund-policy.opus", "standup.flac", "harbour-tour.opus", "sourdough.flac"]
const prompts = {
  chat: ["A green lighthouse at sunset", "Snowy mountains under a night sky"],
  native: ["A city of glass in the morning", "The sea before a storm"]
}

const report = (failures: ReadonlyArray<StepFailed>) =>
  Effect.forEach(failures, (failure) => Console.error(failure.message))

const search = Effect.gen(function* () {
  const { urlOf } = yield* Recordings
  const { embeddingModel, rerankModel, transcription } = yield* settings
  const run = yield* Clock.currentTimeMillis
  yield* Console.log(`\nSearching ${files.length} recordings: ${query}\nThe ids of the tasks end in -${run}.\n`)
  const { failures, hits, usage } = yield* searchRecordings({
    recordings: files.map((file) => ({
      id: file.replace(/\..*$/, ""),
      taskId: `${file}-${run}`,
      audio: { uri: urlOf(file), rate: "16000" }
    })),
    query,
    transcription,
    embedding: { model: embeddingModel },
    rerank: { model: rerankModel },
    passages: { size: 200 },
    best: 4
  }).pipe(shown)
  yield* Console.log(hits.length === 0 ? "\nNo passage was found." : `\n${rankingTable(hits)}`)
  yield* Console.log(`${usage.totalTokens} tokens were embedded.`)
  yield* report(failures)
  if (failures.length === files.length) {
    yield* Effect.fail(new Error("No recording could be searched, so no image is ordered: orders cost money."))
  }
  return failures
})

const images = (style: "chat" | "native") =>
  Effect.gen(function* () {
    const { assetGroup, imageModel } = yield* settings
    yield* Console.log(`\nGenerating ${prompts[style].length} images in the ${style} style\n`)
    const { assets, failures, images } = yield* generateImageAssets({
      prompts: prompts[style],
      style,
      model: imageModel,
      aspectRatio: "16:9",
      directory: "out",
      groupId: assetGroup
    }).pipe(shown)
    yield* Console.log(`\n${images.map(({ path, size }) => `${path} (${size} bytes)`).join("\n")}`)
    yield* report(failures)
    return { assets, failures }
  })

const outlook = Config.option(Config.string("MODEL_GATEWAY_BASE_URL")).pipe(
  Effect.flatMap(
    Option.match({
      onSome: (baseUrl) => Console.log(`\nAll of this ran against ${baseUrl}.`),
      onNone: () =>
        Console.log(`
All of this ran over HTTP against the embedded gateway. To run the very same against yours:

  MODEL_GATEWAY_BASE_URL=https://gateway.example.com MODEL_GATEWAY_API_KEY=<API_KEY> npm start

A gateway elsewhere cannot download from this machine: put examples/recordings where it can, and say where in
RECORDINGS_BASE_URL. Model names, codes and the asset group are yours: see examples/support/settings.ts.`)
    })
  )
)

/** Says what cannot go well before anything is paid for. */
const beforehand = Effect.gen(function* () {
  const baseUrl = yield* Config.option(Config.string("MODEL_GATEWAY_BASE_URL"))
  const recordingsUrl = yield* Config.option(Config.string("RECORDINGS_BASE_URL"))
  if (Option.isNone(baseUrl)) {
    yield* Console.log(
      "\nMODEL_GATEWAY_BASE_URL is not set: an embedded gateway is used. Nothing is paid, and no model runs."
    )
  } else if (Option.isNone(recordingsUrl) && !/\/\/(127\.0\.0\.1|localhost|\[::1\])/.test(baseUrl.value)) {
    yield* Console.log(
      "\nRECORDINGS_BASE_URL is not set: a gateway elsewhere cannot download recordings from this machine."
    )
  }
  if (Option.isSome(baseUrl)) {
    yield* Console.log(`\n${prompts.chat.length + prompts.native.length} images will be ordered from ${baseUrl.value}.`)
  }
})

const interrupted = Console.error(`
Interrupted. An order that was out may have been accepted, and transcriptions go on at the gateway: await(id) takes them up.`)

const program = Effect.gen(function* () {
  yield* beforehand
  const searched = yield* search
  const chat = yield* images("chat")
  const native = yield* images("native")
  yield* Console.log(`\nThe assets that the gateway lists\n\n${assetTable(native.assets)}`)
  yield* outlook
  const failed = searched.length + chat.failures.length + native.failures.length
  if (failed > 0) yield* Effect.fail(new Error(`${failed} of the items above failed`))
})

// Every expected failure names itself in its message; a stack trace would only hide it.
NodeRuntime.runMain(
  program.pipe(
    Effect.onInterrupt(() => interrupted),
    Effect.provide(Layer.mergeAll(gateway, recordings, NodeContext.layer)),
    Effect.tapError((error) => Console.error(`\n${"message" in error ? error.message : error}`))
  ),
  { disableErrorReporting: true }
)
