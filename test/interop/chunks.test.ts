import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { GatewayRateLimited } from "effect-model-gateway"
import { json } from "../server/support/http.js"
import { serve } from "../server/support/serve.js"
import { paths } from "./support/asked.js"

const order = { model: "painter", messages: [{ role: "user", content: "c" }], stream: true }
const about = { id: "", model: "painter", object: "chat.completion.chunk", created: 0 }

const ask = (text: string, more: object = {}) =>
  Effect.gen(function* () {
    const usage = { inputTokens: 7, outputTokens: 11, totalTokens: 18 }
    // The order was answered without a picture: its text and usage are handed on all the same.
    const reply = Effect.succeed({ images: [], text, usage, finishReason: "length" })
    const server = yield* serve({ chat: () => Object(reply) })
    const answer = yield* server.send({ path: paths.chat, body: JSON.stringify({ ...order, ...more }) })
    const events = answer.bytes.toString().split("\n\n")
    return { ...answer, events: events.map((event) => event.replace(/^data: /, "")) }
  })

const chunksOf = (events: ReadonlyArray<string>, traceId: unknown) =>
  events.slice(0, -2).map((event) => {
    const { id, ...chunk } = JSON.parse(event)
    assert.strictEqual(id, traceId)
    return { ...chunk, id: "" }
  })

it.scoped("a role, the content, why it ended, and the mark of the end", () =>
  Effect.gen(function* () {
    const { events, headers, status } = yield* ask("one\ntwo\r\n\r\nthree")
    assert.deepStrictEqual(
      [status, headers["content-type"], headers["cache-control"]],
      [200, "text/event-stream", "no-cache"]
    )
    assert.deepStrictEqual(events.slice(-2), ["[DONE]", ""])
    const choice = (delta: unknown, finish_reason: string | null = null) => [{ index: 0, delta, finish_reason }]
    assert.deepStrictEqual(chunksOf(events, headers["x-request-id"]), [
      { ...about, choices: choice({ role: "assistant", content: "" }) },
      { ...about, choices: choice({ content: "one\ntwo\r\n\r\nthree" }) },
      { ...about, choices: choice({}, "length") }
    ])
  })
)

it.scoped("the usage stands in a last chunk, where it is asked for", () =>
  Effect.gen(function* () {
    const { events, headers } = yield* ask("one", { stream_options: { include_usage: true } })
    const chunks = chunksOf(events, headers["x-request-id"])
    const usage = { prompt_tokens: 7, completion_tokens: 11, total_tokens: 18 }
    assert.deepStrictEqual(chunks.at(-1), { ...about, choices: [], usage })
    assert.deepStrictEqual(
      chunks.slice(0, -1).map((chunk) => chunk.usage),
      [null, null, null]
    )
  })
)

it.scoped.each([
  ["a", 65_536],
  ["", 65_535],
  ["", 65_536],
  ["", 131_072],
  ["a", 200_000]
] as const)("content is cut in pieces, and no character in two: %j and %d more units", ([first, more]) =>
  Effect.gen(function* () {
    const text = `${first}${"😀".repeat(more / 2)}${more % 2 === 1 ? "b" : ""}`
    const { events, headers } = yield* ask(text)
    const pieces: ReadonlyArray<string> = chunksOf(events, headers["x-request-id"])
      .slice(1, -1)
      .map(({ choices }) => choices[0].delta.content)
    assert.strictEqual(pieces.join(""), text)
    assert.isTrue(pieces.every((piece) => piece.length <= 65_536 && !/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(piece)))
    assert.lengthOf(pieces, Math.ceil(text.length / 65_536))
  })
)

it.scoped("a failure is an ordinary one, streamed or not", () =>
  Effect.gen(function* () {
    const failure = new GatewayRateLimited({ operation: "upstream", attempts: 1 })
    const server = yield* serve({ chat: () => Effect.fail(failure) })
    const answer = yield* server.send({ path: paths.chat, body: JSON.stringify(order) })
    assert.strictEqual(answer.status, 429)
    assert.include(answer.headers["content-type"], "application/json")
    assert.deepNestedInclude(json(answer), { "error.type": "GatewayRateLimited" })
  })
)
