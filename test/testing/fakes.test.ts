import { assert, describe, it } from "@effect/vitest"
import { Array as Arr, Chunk, Effect, Layer, Ref, Schema, Stream } from "effect"
import type { Asset } from "effect-model-gateway"
import {
  AssetLibrary,
  Embedder,
  GatewayRateLimited,
  GatewayUnavailable,
  ImageGenerator,
  Reranker,
  searchRecordings,
  VideoOrders
} from "effect-model-gateway"
import {
  Calls,
  FakeAssetLibrary,
  FakeEmbedder,
  FakeImageGenerator,
  FakeReranker,
  Fakes,
  FakeVideoOrders
} from "effect-model-gateway/testing"

const model = "any-model"
const unavailable = (operation: string) => new GatewayUnavailable({ operation, attempts: 3 })

describe("FakeEmbedder", () => {
  const embedMany = (texts: ReadonlyArray<string>) => Effect.flatMap(Embedder, (it) => it.embedMany({ model, texts }))

  it.effect("answers with the vectors it is given, and each different text is one call", () =>
    Effect.gen(function* () {
      const { usage, vectors } = yield* embedMany(["a lost parcel", "refund", "a lost parcel"])
      assert.deepStrictEqual(vectors, [
        [1, 0],
        [0, 1],
        [1, 0]
      ])
      assert.deepStrictEqual(usage, { inputTokens: 4, outputTokens: 0, totalTokens: 4 })
      const { to } = yield* Calls
      assert.deepStrictEqual(
        (yield* to("Embedder")).map(({ request }) => request),
        ["a lost parcel", "refund"].map((input) => ({ model, input, encoding_format: "float", dimensions: undefined }))
      )
    }).pipe(Effect.provide(FakeEmbedder.layer((text) => (text.includes("parcel") ? [1, 0] : [0, 1]))))
  )

  it.effect("counts letters unless it is told otherwise, in as many places as asked for", () =>
    Effect.gen(function* () {
      const { embed } = yield* Embedder
      const vectorOf = (input: string, dimensions?: number) =>
        Effect.map(embed({ model, input, dimensions }), ({ data }) => data[0]?.embedding)
      assert.deepStrictEqual(yield* vectorOf("abba"), [0, 2, 2, 0, 0, 0, 0, 0])
      assert.deepStrictEqual(yield* vectorOf("abba", 2), [2, 2])
      assert.deepStrictEqual(yield* vectorOf("abba", 0), [0, 2, 2, 0, 0, 0, 0, 0])
    }).pipe(Effect.provide(FakeEmbedder.layer()))
  )

  it.effect("is checked as a gateway's reply is", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(embedMany(["one", "three"]))
      assert.strictEqual(error._tag, "GatewayInvalidResponse")
      assert.include(error.message, "must have dimension 3, and has 5")
    }).pipe(Effect.provide(FakeEmbedder.layer((text) => new Array<number>(text.length).fill(1))))
  )

  it.effect("fails as it is told to, by an error or by an effect", () =>
    Effect.gen(function* () {
      const tagOf = (input: string) =>
        Effect.map(Effect.flip(Effect.flatMap(Embedder, (it) => it.embed({ model, input }))), ({ _tag, attempts }) => [
          _tag,
          attempts
        ])
      assert.deepStrictEqual(yield* tagOf("error"), ["GatewayUnavailable", 3])
      assert.deepStrictEqual(yield* tagOf("effect"), ["GatewayRateLimited", 1])
    }).pipe(
      Effect.provide(
        FakeEmbedder.layer((text) =>
          text === "error"
            ? unavailable("createEmbeddings")
            : Effect.fail(new GatewayRateLimited({ operation: "createEmbeddings", attempts: 1 }))
        )
      )
    )
  )
})

describe("FakeReranker", () => {
  const documents = ["tides turn", "wind and waves", "the moon pulls the tides"]
  const rerank = (query: string, top_n?: number) =>
    Effect.flatMap(Reranker, (it) => it.rerank({ model, query, documents, top_n, return_documents: true }))

  it.effect("orders by the scores it is given, ties as they came", () =>
    Effect.gen(function* () {
      const { results } = yield* rerank("tides")
      assert.deepStrictEqual(
        results.map(({ index, relevance_score }) => [index, relevance_score]),
        [
          [2, 3],
          [0, 1],
          [1, 1]
        ]
      )
      assert.deepStrictEqual(results[0]?.returned, { text: documents[2] })
      assert.lengthOf((yield* rerank("tides", 2)).results, 2)
    }).pipe(
      Effect.provide(FakeReranker.layer((query, document) => Effect.succeed(document.endsWith(`the ${query}`) ? 3 : 1)))
    )
  )

  it.effect("scores by shared words unless it is told otherwise", () =>
    Effect.gen(function* () {
      const { results } = yield* rerank("The moon shines")
      assert.deepStrictEqual(
        results.map(({ index, relevance_score }) => [index, relevance_score]),
        [
          [2, 2 / 3],
          [0, 0],
          [1, 0]
        ]
      )
    }).pipe(Effect.provide(FakeReranker.layer()))
  )

  it.effect("fails where a score does", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(rerank("tides")))._tag, "GatewayUnavailable")
    }).pipe(Effect.provide(FakeReranker.layer(() => unavailable("rerankDocuments"))))
  )
})

describe("FakeImageGenerator", () => {
  const chat = (...prompts: readonly [string, ...ReadonlyArray<string>]) =>
    Effect.flatMap(ImageGenerator, (it) =>
      it.chat({ model, messages: Arr.map(prompts, (content) => ({ role: "user", content })) })
    )
  const native = (prompt: string) =>
    Effect.flatMap(ImageGenerator, (it) => it.native({ model, contents: [{ parts: [{ text: prompt }] }] }))

  it.effect("answers with a whole PNG in both styles unless it is told otherwise", () =>
    Effect.gen(function* () {
      for (const reply of [yield* chat("a red fox"), yield* native("a red fox")]) {
        assert.deepStrictEqual(reply.images, [FakeImageGenerator.tinyPng])
        assert.strictEqual(reply.text, "")
        assert.deepStrictEqual(reply.usage, { inputTokens: 3, outputTokens: 1, totalTokens: 4 })
      }
    }).pipe(Effect.provide(FakeImageGenerator.layer()))
  )

  it.effect("draws from all text of the request", () =>
    Effect.gen(function* () {
      const textOf = Effect.map(({ images }: { images: ReadonlyArray<{ bytes: Uint8Array }> }) =>
        images.map(({ bytes }) => new TextDecoder().decode(bytes))
      )
      assert.deepStrictEqual(yield* textOf(chat("in oil", "a fox")), ["in oil\na fox"])
      assert.deepStrictEqual(yield* textOf(native("a fox")), ["a fox"])
    }).pipe(
      Effect.provide(
        FakeImageGenerator.layer((prompt) => ({ bytes: new TextEncoder().encode(prompt), mimeType: "text/plain" }))
      )
    )
  )

  it.effect("a text is an answer without an image, and an error is a failed order", () =>
    Effect.gen(function* () {
      for (const order of [chat("cat"), native("cat")]) {
        const error = yield* Effect.flip(order)
        assert.deepInclude({ ...error }, { _tag: "ImageNotReturned", problem: "absent", text: "No cats." })
      }
      assert.strictEqual((yield* Effect.flip(native("dog")))._tag, "GatewayUnavailable")
    }).pipe(
      Effect.provide(
        FakeImageGenerator.layer((prompt) => (prompt === "cat" ? "No cats." : unavailable("generateNativeImage")))
      )
    )
  )
})

describe("FakeAssetLibrary", () => {
  const assets = ["a", "b", "c", "d", "e"].map((Id): Asset => ({ Id, GroupId: Id === "c" ? "other" : "mine" }))
  const idsOf = (groupId: string, pageSize?: number) =>
    Effect.flatMap(AssetLibrary, ({ stream }) =>
      Effect.map(Stream.runCollect(stream({ groupId, pageSize })), (found) =>
        Chunk.toReadonlyArray(found).map(({ Id }) => Id)
      )
    )

  it.effect("gives the assets of a group in pages", () =>
    Effect.gen(function* () {
      const { list } = yield* AssetLibrary
      const page = yield* list({ Filter: { GroupId: "mine" }, PageNumber: 2, PageSize: 3 })
      assert.deepStrictEqual(page, { Items: assets.slice(4), PageNumber: 2, PageSize: 3, TotalCount: 4 })
      const standard = { PageNumber: 1, PageSize: 20, TotalCount: 4 }
      assert.deepInclude(yield* list({ Filter: { GroupId: "mine" } }), standard)
      const calls = yield* Calls
      yield* calls.clear
      assert.deepStrictEqual(yield* idsOf("mine", 2), ["a", "b", "d", "e"])
      assert.deepStrictEqual(
        (yield* calls.to("AssetLibrary")).map(({ request }) => request.PageNumber),
        [1, 2]
      )
      assert.deepStrictEqual(yield* idsOf("other"), ["c"])
      assert.deepStrictEqual(yield* idsOf("none"), [])
    }).pipe(Effect.provide(FakeAssetLibrary.layer(assets)))
  )

  it.effect("asks an effect anew for each page, and refuses a page before the first", () =>
    Effect.gen(function* () {
      const kept = yield* Ref.make<ReadonlyArray<Asset>>([])
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* idsOf("mine"), [])
        yield* Ref.set(kept, assets)
        assert.deepStrictEqual(yield* idsOf("mine"), ["a", "b", "d", "e"])
        const { list } = yield* AssetLibrary
        const error = yield* Effect.flip(list({ Filter: { GroupId: "mine" }, PageNumber: 0 }))
        assert.strictEqual(error._tag, "GatewayBadRequest")
      }).pipe(Effect.provide(FakeAssetLibrary.layer(Ref.get(kept))))
    })
  )
})

describe("FakeVideoOrders", () => {
  it.effect("answers with the replies it is given, which are read by a schema", () =>
    Effect.gen(function* () {
      const { place, placeAs } = yield* VideoOrders
      assert.deepStrictEqual(yield* place({ model, prompt: "a fox" }), { task: "a fox" })
      const placed = yield* placeAs(Schema.Struct({ task: Schema.String }))({ model, prompt: "a fox" })
      assert.deepStrictEqual(placed, { task: "a fox" })
      const error = yield* Effect.flip(placeAs(Schema.Struct({ id: Schema.String }))({ model, prompt: "a fox" }))
      assert.deepInclude({ ...error }, { _tag: "VideoReplyUnreadable", reply: { task: "a fox" } })
      assert.strictEqual((yield* Effect.flip(place({ model })))._tag, "GatewayUnavailable")
    }).pipe(
      Effect.provide(
        FakeVideoOrders.layer(({ prompt }) => (prompt === undefined ? unavailable("orderVideo") : { task: prompt }))
      )
    )
  )

  it.effect("numbers its orders unless it is told otherwise", () => {
    const place = Effect.flatMap(VideoOrders, (it) => it.place({ model }))
    const both = Effect.all([place, place])
    const layer = FakeVideoOrders.layer()
    return Effect.gen(function* () {
      const replies = [
        { id: "video-1", status: "accepted" },
        { id: "video-2", status: "accepted" }
      ]
      assert.sameDeepOrderedMembers(yield* Effect.provide(both, layer), replies)
      assert.sameDeepOrderedMembers(yield* Effect.provide(both, layer), replies)
    })
  })
})

describe("Fakes", () => {
  it.effect("share one record of what they were asked, in order", () =>
    Effect.gen(function* () {
      const [embedder, reranker, videos, calls] = yield* Effect.all([Embedder, Reranker, VideoOrders, Calls])
      yield* reranker.rerank({ model, query: "fox", documents: ["fox"] })
      yield* embedder.embed({ model, input: "fox" })
      yield* videos.place({ model, prompt: "fox" })
      assert.deepStrictEqual(
        (yield* calls.all).map(({ method, service }) => `${service}.${method}`),
        ["Reranker.rerank", "Embedder.embed", "VideoOrders.place"]
      )
      assert.deepStrictEqual(
        (yield* calls.to("Reranker")).map(({ request }) => request.query),
        ["fox"]
      )
      yield* calls.clear
      assert.isEmpty(yield* calls.all)
    }).pipe(Effect.provide(Layer.mergeAll(FakeEmbedder.layer(), FakeReranker.layer(), FakeVideoOrders.layer())))
  )

  it.effect("a request that does not fit is refused by name, and not noted", () =>
    Effect.gen(function* () {
      const { place } = yield* VideoOrders
      const misspelt = Object.assign({ model }, { promt: "a fox" })
      const error = yield* Effect.flip(place(misspelt))
      assert.strictEqual(error._tag, "GatewayInvalidRequest")
      assert.include(error.message, "promt")
      const { all } = yield* Calls
      assert.isEmpty(yield* all)
    }).pipe(Effect.provide(Fakes.layer()))
  )

  it.effect("carry a pipeline from end to end", () =>
    Effect.gen(function* () {
      const { failures, hits } = yield* searchRecordings({
        recordings: ["call-1", "call-2"].map((id) => ({ id, audio: { uri: `https://files.test/${id}.wav` } })),
        query: "parcel",
        embedding: { model },
        rerank: { model }
      })
      assert.isEmpty(failures)
      assert.deepStrictEqual(
        hits.map(({ passage, relevance }) => [passage.text, relevance]),
        [
          ["Where is my parcel today", 1],
          ["Thank you for the refund", 0]
        ]
      )
    }).pipe(
      Effect.provide(
        Fakes.layer({
          recordings: {
            "https://files.test/call-1.wav": "Thank you for the refund",
            "https://files.test/call-2.wav": "Where is my parcel today"
          }
        })
      )
    )
  )

  it.effect("each answers as it was told", () =>
    Effect.gen(function* () {
      const { list } = yield* AssetLibrary
      const { embed } = yield* Embedder
      const { native } = yield* ImageGenerator
      const { rerank } = yield* Reranker
      const { place } = yield* VideoOrders
      assert.strictEqual((yield* list({ Filter: { GroupId: "g" } })).TotalCount, 1)
      assert.deepStrictEqual((yield* embed({ model, input: "a" })).data[0]?.embedding, [7])
      const drawn = yield* Effect.flip(native({ model, contents: [{ parts: [{ text: "a" }] }] }))
      assert.propertyVal(drawn, "text", "no")
      assert.strictEqual((yield* rerank({ model, query: "a", documents: ["b"] })).results[0]?.relevance_score, 5)
      assert.strictEqual(yield* place({ model }), "ok")
    }).pipe(
      Effect.provide(
        Fakes.layer({
          assets: [{ Id: "a", GroupId: "g" }],
          vectorOf: () => [7],
          draw: () => "no",
          scoreOf: () => 5,
          replyTo: () => "ok"
        })
      )
    )
  )
})
