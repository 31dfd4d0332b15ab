import { assert } from "@effect/vitest"
import type { Scope } from "effect"
import { Arbitrary, Effect, FastCheck, Runtime } from "effect"
import type { Gateway, OperationName } from "effect-model-gateway"
import {
  AssetLibrary,
  AssetPage,
  ChatImageRequest,
  Embedder,
  EmbeddingRequest,
  ImageGenerator,
  ListAssetsRequest,
  NativeImageRequest,
  Reranker,
  RerankRequest,
  Transcriber,
  TranscriptionQuery,
  TranscriptionRecord,
  TranscriptionRequest,
  VideoOrder,
  VideoOrders
} from "effect-model-gateway"
import type { Called, Calls } from "../../server/support/fakeServices.js"
import type { Way } from "./reach.js"

/** A value as JSON carries it: without the fields that are undefined, and without a zero below zero. */
const plain = <A>(value: A): A => JSON.parse(JSON.stringify(value))

/** Any JSON but null, which a reply's field reads as absent. */
const json = FastCheck.jsonValue().filter((value) => value !== null)
const word = FastCheck.string()

/** Images of types that their bytes show, and of one that they do not. */
const image = FastCheck.oneof(
  ...[
    { mimeType: "image/png", signature: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
    { mimeType: "image/jpeg", signature: [0xff, 0xd8, 0xff] },
    { mimeType: "application/octet-stream", signature: [0] }
  ].map(({ mimeType, signature }) =>
    FastCheck.uint8Array().map((rest) => ({ mimeType, bytes: Uint8Array.of(...signature, ...rest) }))
  )
)

const images = FastCheck.record({
  images: FastCheck.tuple(image, FastCheck.array(image, { maxLength: 2 })).map(
    ([first, more]) => [first, ...more] as const
  ),
  text: word.map((text) => text.trim()),
  usage: FastCheck.record({
    inputTokens: FastCheck.nat(),
    outputTokens: FastCheck.nat(),
    totalTokens: FastCheck.nat()
  }),
  finishReason: word
})

const accepted = FastCheck.record(
  { code: FastCheck.constant("200"), data: FastCheck.jsonValue(), msg: word, traceId: word },
  { requiredKeys: ["code", "data"] }
)

const vector = (dimension: number) =>
  FastCheck.array(FastCheck.double({ noNaN: true, noDefaultInfinity: true }), {
    minLength: dimension || 1,
    maxLength: dimension || 8
  }).map((embedding) => ({
    object: "list",
    data: [{ object: "embedding", index: 0, embedding }],
    model: "m",
    usage: { prompt_tokens: 1, total_tokens: 1 }
  }))

const ranking = (documents: ReadonlyArray<string>) =>
  FastCheck.record({
    id: word,
    meta: json,
    results: FastCheck.shuffledSubarray([...documents.keys()]).chain((indexes) =>
      FastCheck.tuple(
        ...indexes.map((index) =>
          FastCheck.record(
            {
              index: FastCheck.constant(index),
              relevance_score: FastCheck.double({ noNaN: true, noDefaultInfinity: true }),
              document: FastCheck.constant(documents[index] ?? ""),
              returned: json
            },
            { requiredKeys: ["index", "relevance_score", "document"] }
          )
        )
      )
    )
  })

/** An operation from end to end: its requests with replies to them, how a user calls it, and how a service answers. */
interface Ends<Request, Said> {
  readonly trips: FastCheck.Arbitrary<readonly [Request, Said]>
  readonly call: (request: Request) => Effect.Effect<unknown, unknown, Gateway.Services>
  readonly called: (request: Request) => Called
  readonly answers: (say: () => Effect.Effect<Said>) => Partial<Calls>
}

/** Sends many requests one way; each must come out at the service as it was written, and its reply at the user. */
export type Walk = (reach: Way) => Effect.Effect<void, never, Scope.Scope>

const walk =
  <Request, Said>({ answers, call, called, trips }: Ends<Request, Said>): Walk =>
  (reach) =>
    Effect.gen(function* () {
      let said: Said
      const { server, services } = yield* reach(answers(() => Effect.succeed(said)))
      const run = Runtime.runPromise(yield* Effect.runtime())
      const walked = FastCheck.asyncProperty(trips, async ([request, reply]) => {
        said = reply
        assert.deepStrictEqual(plain(await run(Effect.provide(call(request), services))), plain(said))
        assert.deepStrictEqual(plain(server.called.at(-1)), plain(called(request)))
      })
      yield* Effect.promise(() => FastCheck.assert(walked, { numRuns: 50 }))
      assert.lengthOf(server.called, 50)
    })

/** The walk of each operation. Requests come from its own schema; replies from what its service may say. */
export const walks: Readonly<Record<OperationName, Walk>> = {
  submitTranscription: walk({
    trips: FastCheck.tuple(Arbitrary.make(TranscriptionRequest), accepted),
    call: (request) => Effect.flatMap(Transcriber, ({ submit }) => submit(request)),
    called: (request) => ["submit", request],
    answers: (submit) => ({ submit })
  }),
  queryTranscription: walk({
    trips: FastCheck.tuple(
      Arbitrary.make(TranscriptionQuery),
      Arbitrary.make(TranscriptionRecord),
      FastCheck.jsonValue()
    ).map(([query, record, asrcResult]) => [query, { ...record, bizId: query.id, asrcResult }] as const),
    call: ({ id }) => Effect.flatMap(Transcriber, ({ result }) => result(id)),
    called: ({ id }) => ["result", id],
    answers: (result) => ({ result })
  }),
  generateChatImage: walk({
    trips: FastCheck.tuple(Arbitrary.make(ChatImageRequest), images),
    call: (request) => Effect.flatMap(ImageGenerator, ({ chat }) => chat(request)),
    called: (request) => ["chat", request],
    answers: (chat) => ({ chat })
  }),
  generateNativeImage: walk({
    trips: FastCheck.tuple(
      Arbitrary.make(NativeImageRequest).filter(({ model }) => !/^\.\.?$/.test(model)),
      images
    ),
    call: (request) => Effect.flatMap(ImageGenerator, ({ native }) => native(request)),
    called: (request) => ["native", request],
    answers: (native) => ({ native })
  }),
  listAssets: walk({
    trips: FastCheck.tuple(Arbitrary.make(ListAssetsRequest), Arbitrary.make(AssetPage)),
    call: (request) => Effect.flatMap(AssetLibrary, ({ list }) => list(request)),
    called: (request) => ["list", request],
    answers: (list) => ({ list })
  }),
  createEmbeddings: walk({
    trips: FastCheck.tuple(Arbitrary.make(EmbeddingRequest), FastCheck.nat({ max: 8 })).chain(([request, dimensions]) =>
      FastCheck.tuple(FastCheck.constant({ ...request, dimensions }), vector(dimensions))
    ),
    call: (request) => Effect.flatMap(Embedder, ({ embed }) => embed(request)),
    called: (request) => ["embed", request],
    answers: (embed) => ({ embed })
  }),
  rerankDocuments: walk({
    trips: Arbitrary.make(RerankRequest)
      .filter(({ documents }) => documents.length > 0)
      .chain((request) => FastCheck.tuple(FastCheck.constant(request), ranking(request.documents))),
    call: (request) => Effect.flatMap(Reranker, ({ rerank }) => rerank(request)),
    called: (request) => ["rerank", request],
    answers: (rerank) => ({ rerank })
  }),
  orderVideo: walk({
    trips: FastCheck.tuple(Arbitrary.make(VideoOrder), FastCheck.jsonValue()),
    call: (order) => Effect.flatMap(VideoOrders, ({ place }) => place(order)),
    called: (order) => ["place", order],
    answers: (place) => ({ place })
  })
}
