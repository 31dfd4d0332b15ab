import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import type { GeneratedImage } from "effect-model-gateway"
import { ImageNotReturned } from "effect-model-gateway"
import type { Exchange } from "./support/exchanges.js"
import { exchanges, png, pngBase64 } from "./support/exchanges.js"
import type { Calls } from "./support/fakeServices.js"
import { json } from "./support/http.js"
import { serve, shown } from "./support/serve.js"

describe.each(exchanges)("$name on $path", ({ answers, body, called, path, reply }) => {
  it.scoped("hands the request to the service and writes its answer, to the letter", () =>
    Effect.gen(function* () {
      const server = yield* serve(answers)
      const answer = yield* server.send({ path, body: JSON.stringify(body) })
      const traceId = String(answer.headers["x-request-id"])
      assert.match(traceId, /^[0-9a-f]{32}$/)
      assert.match(String(answer.headers["content-type"]), /^application\/json/)
      assert.deepStrictEqual(shown(answer), { status: 200, body: reply(traceId) })
      assert.deepStrictEqual(server.called, [called])
    })
  )
})

const user = { role: "user", content: "a harbour" }
const parts = [{ text: "a harbour" }]

/** The least that a caller can write, and what the service is asked. */
const least: ReadonlyArray<readonly [path: string, body: unknown, asked: unknown]> = [
  ["/tk/v1/speech/async/process", { id: "t", audio: { uri: "u" } }, { id: "t", audio: { uri: "u" } }],
  ["/tk/v1/speech/async/result", { id: "t" }, "t"],
  ["/v1/chat/completions", { model: "m", messages: [user] }, { model: "m", messages: [user], stream: false }],
  ["/v1beta/models/m:generateContent", { contents: [{ parts }] }, { model: "m", contents: [{ parts }] }],
  ["/api/v3/listAssets", { Filter: { GroupId: "" } }, { Filter: { GroupId: "" } }],
  ["/v1/embeddings", { model: "m", input: "" }, { model: "m", input: "", encoding_format: "float" }],
  ["/v1/rerank", { model: "m", query: "", documents: [] }, { model: "m", query: "", documents: [] }],
  ["/tk/v1/videos/generations", { model: "m" }, { model: "m" }]
]

const answers: Partial<Calls> = Object.assign({}, ...exchanges.map((exchange) => exchange.answers))

it.scoped.each(least)("takes the least that may be written to %s", ([path, body, asked]) =>
  Effect.gen(function* () {
    const server = yield* serve(answers)
    const { status } = yield* server.send({ path, body: JSON.stringify(body) })
    assert.strictEqual(status, 200)
    assert.deepStrictEqual(server.called[0]?.[1], asked)
  })
)

const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 }
const picture = { images: [{ bytes: png, mimeType: "image/png" }], text: "", usage } as const
const tokens = { inputTokens: 3, outputTokens: 4, totalTokens: 7 }
const refused = (problem: "absent" | "broken", intact: ReadonlyArray<GeneratedImage> = []) =>
  Effect.fail(
    new ImageNotReturned({
      operation: "o",
      attempts: 1,
      problem,
      text: "I may not draw that.",
      intact,
      usage: tokens,
      finishReason: "SAFETY"
    })
  )

const lostImage = "(an image of this reply could not be read)"

/** What a service says, and the part of the reply that shows it. */
const variants: ReadonlyArray<readonly [what: string, name: Exchange["name"], answers: Partial<Calls>, part: object]> =
  [
    [
      "a task that runs: 1 and no result",
      "queryTranscription",
      { result: () => Effect.succeed({ bizId: "task-1", status: 1 }) },
      { data: { bizId: "task-1", status: 1 } }
    ],
    [
      "a status that nobody knows",
      "queryTranscription",
      { result: () => Effect.succeed({ status: 7, asrcResult: null }) },
      { data: { status: 7, asrcResult: null } }
    ],
    [
      "an acceptance without words",
      "submitTranscription",
      { submit: () => Effect.succeed({ code: "200", data: null }) },
      { code: "200", data: null }
    ],
    [
      "an image without text, chat style",
      "generateChatImage",
      { chat: () => Effect.succeed(picture) },
      {
        choices: [
          {
            index: 0,
            message: { role: "assistant", content: `![image](data:image/png;base64,${pngBase64})` },
            finish_reason: "stop"
          }
        ]
      }
    ],
    [
      "an image without text, native style",
      "generateNativeImage",
      { native: () => Effect.succeed(picture) },
      {
        candidates: [
          {
            content: { role: "model", parts: [{ inlineData: { mimeType: "image/png", data: pngBase64 } }] },
            finishReason: "STOP",
            safetyRatings: []
          }
        ]
      }
    ],
    [
      "a text instead of an image, chat style",
      "generateChatImage",
      { chat: () => refused("absent") },
      {
        choices: [
          { index: 0, message: { role: "assistant", content: "I may not draw that." }, finish_reason: "SAFETY" }
        ],
        usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }
      }
    ],
    [
      "a text instead of an image, native style",
      "generateNativeImage",
      { native: () => refused("absent") },
      {
        candidates: [
          {
            content: { role: "model", parts: [{ text: "I may not draw that." }] },
            finishReason: "SAFETY",
            safetyRatings: []
          }
        ],
        usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4, totalTokenCount: 7 }
      }
    ],
    [
      "the intact images beside a broken one, and that one was lost, chat style",
      "generateChatImage",
      { chat: () => refused("broken", picture.images) },
      {
        choices: [
          {
            index: 0,
            message: {
              role: "assistant",
              content: `I may not draw that.\n\n${lostImage}\n\n![image](data:image/png;base64,${pngBase64})`
            },
            finish_reason: "SAFETY"
          }
        ],
        usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }
      }
    ],
    [
      "the intact images beside a broken one, and that one was lost, native style",
      "generateNativeImage",
      { native: () => refused("broken", picture.images) },
      {
        candidates: [
          {
            content: {
              role: "model",
              parts: [
                { text: `I may not draw that.\n\n${lostImage}` },
                { inlineData: { mimeType: "image/png", data: pngBase64 } }
              ]
            },
            finishReason: "SAFETY",
            safetyRatings: []
          }
        ],
        usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4, totalTokenCount: 7 }
      }
    ],
    [
      "a ranking without id and meta",
      "rerankDocuments",
      { rerank: () => Effect.succeed({ results: [] }) },
      { results: [], meta: {} }
    ],
    [
      "an empty group",
      "listAssets",
      { list: () => Effect.succeed({ Items: [], TotalCount: 0 }) },
      { Items: [], TotalCount: 0 }
    ],
    ["vectors without usage", "createEmbeddings", { embed: () => Effect.succeed({ data: [] }) }, { data: [] }]
  ]

it.scoped.each(variants)("writes %s", ([, name, said, part]) =>
  Effect.gen(function* () {
    const { body, path } = exchangeOf(name)
    const server = yield* serve(said)
    const answer = yield* server.send({ path, body: JSON.stringify(body) })
    assert.strictEqual(answer.status, 200)
    assert.deepInclude(json(answer), part)
  })
)

const exchangeOf = (name: Exchange["name"]): Exchange => {
  const found = exchanges.find((exchange) => exchange.name === name)
  assert.isDefined(found)
  return found
}

it.scoped("dates a chat reply in whole seconds, under the trace id of the call", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(1_700_000_000_999)
    const { body, path } = exchangeOf("generateChatImage")
    const server = yield* serve(answers)
    const answer = yield* server.send({ path, body: JSON.stringify(body) })
    assert.deepInclude(json(answer), { created: 1_700_000_000, id: answer.headers["x-request-id"] })
  })
)

it.scoped("names a ranking without an id by the trace id of the call", () =>
  Effect.gen(function* () {
    const { body, path } = exchangeOf("rerankDocuments")
    const server = yield* serve({ rerank: () => Effect.succeed({ results: [] }) })
    const answer = yield* server.send({ path, body: JSON.stringify(body) })
    assert.deepInclude(json(answer), { id: answer.headers["x-request-id"] })
  })
)

it.scoped.each([
  [null, null],
  ["ordered", "ordered"],
  [0, 0],
  [false, false],
  [[{ id: 1 }], [{ id: 1 }]],
  [undefined, null]
])("a video order is answered by whatever the service says, such as %j", ([said, reply]) =>
  Effect.gen(function* () {
    const { body, path } = exchangeOf("orderVideo")
    const server = yield* serve({ place: () => Effect.succeed(said) })
    assert.deepStrictEqual(shown(yield* server.send({ path, body: JSON.stringify(body) })), {
      status: 200,
      body: reply
    })
  })
)
