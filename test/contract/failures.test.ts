import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import type { Gateway, GatewayError, OperationName } from "effect-model-gateway"
import {
  AssetLibrary,
  Embedder,
  GatewayBadRequest,
  GatewayInvalidRequest,
  GatewayInvalidResponse,
  GatewayOrderWithheld,
  GatewayOutcomeUnknown,
  GatewayRateLimited,
  GatewayRejected,
  GatewayTimeout,
  GatewayTransportError,
  GatewayUnauthorized,
  GatewayUnavailable,
  GatewayUnexpectedStatus,
  ImageGenerator,
  ImageNotReturned,
  noRetries,
  operations,
  Reranker,
  RetryPolicy,
  Transcriber,
  TranscriptionNotFound,
  VideoOrders
} from "effect-model-gateway"
import { all } from "../server/support/fakeServices.js"
import { direct, relayed } from "./support/reach.js"

/** A call of each operation. */
const calls: Readonly<Record<OperationName, Effect.Effect<unknown, unknown, Gateway.Services>>> = {
  submitTranscription: Effect.flatMap(Transcriber, ({ submit }) => submit({ id: "t", audio: { uri: "u" } })),
  queryTranscription: Effect.flatMap(Transcriber, ({ result }) => result("t")),
  generateChatImage: Effect.flatMap(ImageGenerator, ({ chat }) =>
    chat({ model: "m", messages: [{ role: "user", content: "c" }] })
  ),
  generateNativeImage: Effect.flatMap(ImageGenerator, ({ native }) =>
    native({ model: "m", contents: [{ parts: [{ text: "t" }] }] })
  ),
  listAssets: Effect.flatMap(AssetLibrary, ({ list }) => list({ Filter: { GroupId: "g" } })),
  createEmbeddings: Effect.flatMap(Embedder, ({ embed }) => embed({ model: "m", input: "i" })),
  rerankDocuments: Effect.flatMap(Reranker, ({ rerank }) => rerank({ model: "m", query: "q", documents: ["d"] })),
  orderVideo: Effect.flatMap(VideoOrders, ({ place }) => place({ model: "m" }))
}

const about = { operation: "upstream", attempts: 1 }
const retryAfter = Duration.seconds(3)

/** A failure of the service, and the same as the user sees it behind one server, or two. */
const table: ReadonlyArray<readonly [what: string, failure: GatewayError, seen: object]> = [
  ["a bad request", new GatewayBadRequest({ ...about, detail: "no" }), { _tag: "GatewayBadRequest", detail: "no" }],
  [
    "an invalid request",
    new GatewayInvalidRequest({ ...about, issues: [{ path: "a", problem: "is b" }] }),
    { _tag: "GatewayBadRequest", detail: "a is b" }
  ],
  ["a rate limit", new GatewayRateLimited({ ...about, retryAfter }), { _tag: "GatewayRateLimited", retryAfter }],
  ["a rate limit without an end", new GatewayRateLimited(about), { _tag: "GatewayRateLimited", retryAfter: undefined }],
  [
    "no service for a while",
    new GatewayUnavailable({ ...about, retryAfter }),
    { _tag: "GatewayUnavailable", retryAfter }
  ],
  ["no service", new GatewayUnavailable(about), { _tag: "GatewayUnavailable", retryAfter: undefined }],
  ["a key refused", new GatewayUnauthorized(about), { _tag: "GatewayUnexpectedStatus", status: 502 }],
  [
    "a status",
    new GatewayUnexpectedStatus({ ...about, status: 404 }),
    { _tag: "GatewayUnexpectedStatus", status: 502 }
  ],
  [
    "no connection",
    new GatewayTransportError({ ...about, connected: false, reason: "ECONNREFUSED" }),
    { _tag: "GatewayUnavailable", retryAfter: Duration.seconds(1) }
  ],
  [
    "an unknown outcome",
    new GatewayOutcomeUnknown({ ...about, reason: "timeout" }),
    { _tag: "GatewayUnexpectedStatus", status: 502 }
  ],
  [
    "an order withheld",
    new GatewayOrderWithheld(about),
    { _tag: "GatewayBadRequest", detail: "upstream: the cap on orders is reached; it was not sent again" }
  ],
  ["a misfit", new GatewayInvalidResponse({ ...about, issues: [] }), { _tag: "GatewayUnexpectedStatus", status: 502 }]
]

describe.each([
  ["a server", direct],
  ["a server before a server", relayed]
] as const)("through %s", (_, reach) => {
  /** What a call fails with, after one attempt. */
  const failureOf = (name: OperationName, answers: Parameters<typeof reach>[0], key?: string) =>
    Effect.gen(function* () {
      const { server, services } = yield* reach(answers, key)
      const failure = yield* Effect.flip(
        calls[name].pipe(Effect.provide(services), Effect.provideService(RetryPolicy, noRetries))
      )
      return { failure, server }
    })

  describe.each(operations)("$name", ({ envelope, name }) => {
    it.scopedLive.each(table)("tells of %s", ([, thrown, seen]) =>
      Effect.gen(function* () {
        const { failure } = yield* failureOf(name, all(Effect.fail(thrown)))
        assert.deepInclude(failure, { ...seen, operation: name })
        assert.match(String(Object(failure).traceId), /^[0-9a-f]{32}$/)
      })
    )

    it.scopedLive("tells of a defect", () =>
      Effect.gen(function* () {
        const { failure } = yield* failureOf(name, all(Effect.die(new Error("secret-detail"))))
        assert.include(failure, { _tag: "GatewayUnexpectedStatus" })
        assert.notInclude(JSON.stringify(failure), "secret-detail")
      })
    )

    it.scopedLive("tells of a refusal as it was said, where there is an envelope", () =>
      Effect.gen(function* () {
        const refusal = { code: "40301", msg: "no quota", data: { left: 0 } }
        const { failure } = yield* failureOf(name, all(Effect.fail(new GatewayRejected({ ...about, ...refusal }))))
        assert.deepInclude(
          failure,
          envelope === undefined
            ? { _tag: "GatewayUnexpectedStatus", status: 502 }
            : { _tag: "GatewayRejected", ...refusal }
        )
      })
    )

    it.scopedLive("tells of a wrong key, and asks no service", () =>
      Effect.gen(function* () {
        const { failure, server } = yield* failureOf(name, {}, "sk-wrong")
        assert.include(failure, { _tag: "GatewayUnauthorized", operation: name })
        assert.deepStrictEqual(server.called, [])
      })
    )
  })

  it.scopedLive("tells of a timeout by 504, or 502 from further off", () =>
    Effect.gen(function* () {
      const timeout = new GatewayTimeout({ ...about, limit: retryAfter })
      const { failure } = yield* failureOf("orderVideo", all(Effect.fail(timeout)))
      assert.include(failure, { _tag: "GatewayUnexpectedStatus", status: reach === direct ? 504 : 502 })
    })
  )

  it.scopedLive("tells of a task that is not known", () =>
    Effect.gen(function* () {
      const { failure } = yield* failureOf("queryTranscription", {
        result: (id) => Effect.fail(new TranscriptionNotFound({ ...about, id, code: "1404", msg: "no record" }))
      })
      assert.include(failure, { _tag: "TranscriptionNotFound", id: "t", code: "1404", msg: "no record" })
    })
  )

  it.scopedLive.each(["generateChatImage", "generateNativeImage"] as const)("tells of %s without an image", (name) =>
    Effect.gen(function* () {
      const absent = { problem: "absent", text: "I may not.", finishReason: "SAFETY", intact: [] } as const
      const refuse = () => Effect.fail(new ImageNotReturned({ ...about, ...absent }))
      const { failure } = yield* failureOf(name, { chat: refuse, native: refuse })
      assert.deepInclude(failure, { _tag: "ImageNotReturned", ...absent })
    })
  )
})
