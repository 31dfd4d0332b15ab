import { createHash } from "node:crypto"
import { basename } from "node:path"
import { FileSystem } from "@effect/platform"
import { NodeContext, NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Gateway } from "effect-model-gateway"
import { generateImageAssets, searchRecordings } from "effect-model-gateway"
import { EmbeddedGateway } from "effect-model-gateway/embedded"
import { Engines } from "effect-model-gateway/engines"
import { temporary } from "./support/imageWorld.js"
import { Recordings } from "./support/recordings.js"

const options = { speed: 1_000_000 }

/** Both run the pipelines over the same engines: in this process, and behind a real HTTP server. */
const places: ReadonlyArray<readonly [string, Layer.Layer<Gateway.Services, unknown>]> = [
  ["the engines in this process", Engines.layer(options).pipe(Layer.provide(NodeHttpClient.layerUndici))],
  ["a gateway over HTTP", EmbeddedGateway.services.pipe(Layer.provide(EmbeddedGateway.layer(options)))]
]

const search = Effect.gen(function* () {
  const { baseUrl } = yield* Recordings
  const ids = ["standup", "sourdough", "missing"]
  return yield* searchRecordings({
    recordings: ids.map((id) => ({ id, taskId: `${id}-1`, audio: { uri: `${baseUrl}/${id}.flac`, rate: "16000" } })),
    query: "When does the export job start?",
    embedding: { model: "embedder", dimensions: 128 },
    rerank: { model: "ranker" },
    passages: { size: 120 },
    best: 3
  })
})

const draw = (style: "chat" | "native") =>
  Effect.gen(function* () {
    const { folder } = yield* temporary
    const files = yield* FileSystem.FileSystem
    const found = yield* generateImageAssets({
      prompts: ["A green lighthouse at sunset", "Snowy mountains"],
      style,
      model: "painter",
      aspectRatio: "2:1",
      imageSize: "64x32",
      directory: folder,
      groupId: "generated-images"
    })
    const digests = yield* Effect.forEach(found.images, ({ path }) =>
      Effect.map(files.readFile(path), (bytes) => createHash("sha256").update(bytes).digest("hex"))
    )
    return { ...found, digests, images: found.images.map((image) => ({ ...image, path: basename(image.path) })) }
  }).pipe(Effect.scoped)

describe.each(places)("over %s", (_, place) => {
  it.scopedLive("searchRecordings finds the same", () =>
    Effect.gen(function* () {
      const { failures, hits, transcripts, usage } = yield* search
      assert.deepStrictEqual(
        transcripts.map(({ recordingId, taskId }) => [recordingId, taskId]),
        [
          ["standup", "standup-1"],
          ["sourdough", "sourdough-1"]
        ]
      )
      const [best] = hits
      assert.lengthOf(hits, 3)
      assert.strictEqual(best?.recordingId, "standup")
      assert.match(best?.passage.text ?? "", /export job starts at two/)
      for (const { passage, recordingId, relevance, similarity } of hits) {
        const text = transcripts.find((transcript) => transcript.recordingId === recordingId)?.text
        assert.strictEqual(text?.slice(passage.start, passage.end), passage.text)
        assert.isAtMost(relevance ?? 1, best?.relevance ?? 0)
        assert.isAbove(similarity, 0)
      }
      const [failure] = failures
      assert.deepInclude(failure, { step: "transcribe", item: "missing", attempts: 1 })
      assert.strictEqual(failure?.error._tag, "GatewayBadRequest")
      assert.match(failure?.message ?? "", /audio\.uri could not be downloaded: its server answered with status 404/)
      assert.isAbove(usage.totalTokens, 100)
      same("search", { hits, transcripts, usage })
    }).pipe(Effect.provide(place), Effect.provide(Recordings.layer))
  )

  it.scopedLive.each(["chat", "native"] as const)("generateImageAssets draws the same, in the %s style", (style) =>
    Effect.gen(function* () {
      const { assets, digests, failures, images, usage } = yield* draw(style)
      assert.deepStrictEqual(failures, [])
      assert.deepStrictEqual(
        images.map(({ mimeType, path, sha256 }) => [mimeType, path.replace(/-[0-9a-f]{8}\./, "."), sha256]),
        [
          ["image/png", "a-green-lighthouse-at-sunset.png", digests[0]],
          ["image/png", "snowy-mountains.png", digests[1]]
        ]
      )
      assert.deepStrictEqual(assets.map(({ Name }) => Name).sort(), ["A green lighthouse at sunset", "Snowy mountains"])
      assert.deepStrictEqual(usage, { inputTokens: 7, outputTokens: 2, totalTokens: 9 })
      same(style, { digests, images, usage })
    }).pipe(Effect.provide(place), Effect.provide(NodeContext.layer))
  )
})

/** What each run found in the place that came first. */
const before = new Map<string, unknown>()

/** A pipeline does not know where it runs: what it finds is the same in each place. */
const same = (run: string, found: unknown) => {
  if (before.has(run)) assert.deepStrictEqual(found, before.get(run))
  else before.set(run, found)
}
