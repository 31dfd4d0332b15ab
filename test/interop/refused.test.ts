import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf } from "../server/support/http.js"
import { serve } from "../server/support/serve.js"
import { answers, paths } from "./support/asked.js"

const messages = [{ role: "user", content: "c" }]
const chat = { model: "m", messages }
const embedding = { model: "m", input: "a" }
const ranking = { model: "m", query: "q", documents: ["a"] }
const native = { contents: [{ parts: [{ text: "t" }] }] }
const vendor = { image_config: {} }
const saying = (content: unknown) => ({ model: "m", messages: [{ role: "user", content }] })
const inParts =
  'messages[0].content must be a string, or parts {type: "text", text}: image_url, input_audio and file parts are not taken'
const inText = "input must be text: token arrays are not taken"

/** A body, and all that is said of it. */
const refused: ReadonlyArray<readonly [by: keyof typeof paths, body: unknown, ...said: ReadonlyArray<string>]> = [
  ["embed", { model: "m", input: [1, 2, 3] }, inText],
  ["embed", { model: "m", input: [[1, 2], [3]] }, inText],
  ["embed", { model: "m", input: ["a", 1] }, inText],
  ["embed", { model: "m", input: [] }, "input must be an array of at least one text"],
  ["embed", { model: "m", input: ["a", { text: "b" }] }, "input must be a string, or an array of strings"],
  ["embed", { model: "m", input: ["a", null] }, "input must be a string, or an array of strings"],
  [
    "embed",
    { model: "m", input: Array.from({ length: 2_049 }, () => "a") },
    "input must be an array of at most 2048 texts: send the others in requests of their own"
  ],
  [
    "embed",
    { model: "m", input: Array.from({ length: 2_048 }, () => "a"), dimensions: 8_192, encoding_format: "base64" },
    "input must be an array of at most 488 texts where dimensions is 8192: send the others in requests of their own"
  ],
  [
    "embed",
    { model: "m", input: ["a", "b"], dimensions: 4_000_001 },
    "input must be an array of at most 1 texts where dimensions is 4000001: send the others in requests of their own"
  ],
  ["embed", { ...embedding, input_type: "query" }, "input_type is not a field here"],
  ["chat", saying([{ type: "image_url", image_url: { url: "https://example.com/1.png" } }]), inParts],
  ["chat", saying([{ type: "text", text: "a" }, { type: "input_audio" }]), inParts],
  ["chat", saying([{ type: "text", text: "a", cache_control: {} }]), inParts],
  ["chat", saying([]), inParts],
  ["chat", saying(1), inParts],
  ["chat", saying(null), "messages[0].content is missing"],
  ["chat", { ...chat, n: 2 }, "n must be 1: each image is an order of its own, send one request for each"],
  ["chat", { ...chat, temperature: 0 }, "temperature must be 1 or left out"],
  ["chat", { ...chat, top_p: 0.5 }, "top_p must be 1 or left out"],
  ["chat", { ...chat, store: true }, "store must be false: nothing is stored"],
  ["chat", { ...chat, tools: [{ type: "function" }] }, "tools must be empty or left out"],
  ["chat", { ...chat, service_tier: "flex" }, "service_tier must be auto or default or left out"],
  [
    "chat",
    { ...chat, modalities: ["text"] },
    "modalities must be image, or image and text: this operation makes images"
  ],
  [
    "chat",
    { ...chat, response_format: { type: "json_object" } },
    'response_format must be {type: "text"} or left out: images come as Markdown in a text'
  ],
  [
    "chat",
    { ...chat, seed: 1 },
    "seed must be left out: a picture is decided by its prompt, and no seed can be handed on"
  ],
  ["chat", { ...chat, max_tokens: "100" }, "max_tokens must be a number"],
  ["chat", { ...chat, tool_choice: "required" }, "tool_choice must be none or auto or left out"],
  ["chat", { ...chat, parallel_tool_calls: 1 }, "parallel_tool_calls must be true or false or left out"],
  ["chat", { ...chat, stream: "true" }, "stream must be a boolean, not a string"],
  ["chat", { ...chat, stream: true, stream_options: 1 }, "stream_options must be an object, not a number"],
  [
    "chat",
    { ...chat, vendor, extra_body: { vendor } },
    "the body must be one that holds vendor once: in extra_body, or beside the other fields"
  ],
  ["chat", { ...chat, vendor: {} }, "vendor.image_config is missing"],
  [
    "chat",
    { ...chat, messages: [], n: 3 },
    "messages must be a list of one element at the least",
    "n must be 1: each image is an order of its own, send one request for each"
  ],
  [
    "native",
    { ...native, generationConfig: { candidateCount: 4, topP: 0.5 } },
    "generationConfig.candidateCount must be 1: each image is an order of its own, send one request for each",
    "generationConfig.topP must be 0.95 or 1 or left out"
  ],
  ["native", { ...native, systemInstruction: {} }, "systemInstruction must be left out: write it into the contents"],
  ["native", { ...native, safetySettings: [{}] }, "safetySettings must be empty or left out"],
  ["native", { ...native, cachedContent: "c" }, "cachedContent is not a field here"],
  [
    "rerank",
    { ...ranking, documents: ["a", { text: "b", title: "c" }] },
    "documents[1] must be a string, or {text}: other fields are not taken"
  ],
  [
    "rerank",
    { ...ranking, rank_fields: ["title"] },
    'rank_fields must be ["text"] or left out: a document has no other field'
  ],
  ["rerank", { ...ranking, max_chunks_per_doc: 3 }, "max_chunks_per_doc must be 10 or left out"]
]

it.scoped.each(refused.map(([by, body, ...said]) => [by, said.join("; "), body, said] as const))(
  "%s: %s",
  ([by, , body, said]) =>
    Effect.gen(function* () {
      const server = yield* serve(answers)
      const answer = yield* server.send({ path: paths[by], body: JSON.stringify(body) })
      assert.strictEqual(answer.status, 400)
      assert.sameMembers(
        issuesOf(answer).map(({ path, problem }) => `${path === "" ? "the body" : path} ${problem}`),
        [...said]
      )
      assert.deepStrictEqual(server.called, [])
    })
)

it.scoped("a million wrong elements are not answered by a million sentences", () =>
  Effect.gen(function* () {
    const server = yield* serve(answers)
    const body = JSON.stringify({ ...ranking, documents: Array.from({ length: 1_000_000 }, () => 1) })
    const answer = yield* server.send({ path: paths.rerank, body })
    assert.deepStrictEqual([answer.status, issuesOf(answer).length], [400, 21])
  })
)

it.scoped("2,048 texts are one request of a client", () =>
  Effect.gen(function* () {
    const server = yield* serve(answers)
    const body = JSON.stringify({ model: "m", input: Array.from({ length: 2_048 }, () => "a") })
    const answer = yield* server.send({ path: paths.embed, body })
    assert.deepStrictEqual([answer.status, server.called.length], [200, 2_048])
  })
)
