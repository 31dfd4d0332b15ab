import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { serve } from "../server/support/serve.js"
import { answers, paths } from "./support/asked.js"

const messages = [{ role: "user", content: "c" }]
const contents = [{ role: "user", parts: [{ text: "t" }] }]
const chat = { model: "m", stream: false, messages }
const native = { model: "m", contents }
const embedding = { model: "m", encoding_format: "float" }
const ranking = { model: "m", query: "q", documents: ["a", "b"] }
const vendor = { image_config: { aspect_ratio: "16:9" } }

/** What a client sends, and what the service is asked for it. */
const taken: ReadonlyArray<
  readonly [what: string, by: keyof typeof paths, body: unknown, asked: ReadonlyArray<unknown>]
> = [
  [
    "AI SDK, embedMany",
    "embed",
    { model: "m", input: ["a", "b"], encoding_format: "float" },
    [
      { ...embedding, input: "a" },
      { ...embedding, input: "b" }
    ]
  ],
  ["LangChain, embedQuery", "embed", { model: "m", input: "a" }, [{ ...embedding, input: "a" }]],
  [
    "LangChain, embedDocuments",
    "embed",
    { model: "m", input: ["a"], encoding_format: "base64", dimensions: 2 },
    [{ ...embedding, dimensions: 2, input: "a" }]
  ],
  [
    "one text, whose dimension the service may judge",
    "embed",
    { model: "m", input: ["a"], dimensions: 5_000_000 },
    [{ ...embedding, dimensions: 5_000_000, input: "a" }]
  ],
  [
    "nulls and labels of an embedding",
    "embed",
    { model: "m", input: "a", encoding_format: null, dimensions: null, user: "u", metadata: { a: 1 } },
    [{ ...embedding, input: "a" }]
  ],
  [
    "AI SDK, generateText",
    "chat",
    { model: "m", messages: [{ role: "user", content: [{ type: "text", text: "c" }] }] },
    [chat]
  ],
  [
    "AI SDK, streamText",
    "chat",
    { model: "m", messages, stream: true, stream_options: { include_usage: true } },
    [chat]
  ],
  [
    "LangChain, invoke",
    "chat",
    { model: "m", messages, temperature: 1, top_p: 1, n: 1, stream: false, frequency_penalty: 0, presence_penalty: 0 },
    [chat]
  ],
  [
    "parts of a text",
    "chat",
    {
      model: "m",
      messages: [
        {
          role: "user",
          name: "ann",
          content: [
            { type: "text", text: "a" },
            { type: "text", text: "b" }
          ]
        }
      ]
    },
    [{ ...chat, messages: [{ role: "user", content: "a\n\nb" }] }]
  ],
  [
    "values that change nothing about a picture",
    "chat",
    {
      ...chat,
      logit_bias: {},
      logprobs: false,
      max_completion_tokens: 100,
      max_tokens: 100,
      modalities: ["image", "text"],
      parallel_tool_calls: true,
      response_format: { type: "text" },
      seed: null,
      service_tier: "auto",
      stop: [],
      store: false,
      stream_options: null,
      tool_choice: "none",
      tools: []
    },
    [chat]
  ],
  [
    "labels of a chat",
    "chat",
    { ...chat, metadata: { a: "b" }, prompt_cache_key: "p", safety_identifier: "s", user: "u" },
    [chat]
  ],
  ["extra_body", "chat", { ...chat, extra_body: { vendor } }, [{ ...chat, extra_body: { vendor } }]],
  ["extra_body, spread", "chat", { ...chat, vendor }, [{ ...chat, extra_body: { vendor } }]],
  [
    "nulls in extra_body",
    "chat",
    { ...chat, extra_body: { vendor: { image_config: { ...vendor.image_config, image_size: null } } } },
    [{ ...chat, extra_body: { vendor } }]
  ],
  ["settings of a native order", "native", { contents, generationConfig: {} }, [{ ...native, generationConfig: {} }]],
  [
    "nulls and labels of a native order",
    "native",
    { contents, generationConfig: { temperature: null, imageConfig: null }, labels: { a: "b" }, tools: null },
    [{ ...native, generationConfig: {} }]
  ],
  ["documents as objects", "rerank", { ...ranking, documents: ["a", { text: "b" }] }, [ranking]],
  [
    "defaults and nulls of a ranking",
    "rerank",
    { ...ranking, rank_fields: ["text"], max_chunks_per_doc: 10, max_tokens_per_doc: 4096, top_n: null },
    [ranking]
  ]
]

it.scoped.each(taken)("%s", ([, by, body, asked]) =>
  Effect.gen(function* () {
    const server = yield* serve(answers)
    const { status } = yield* server.send({ path: paths[by], body: JSON.stringify(body) })
    assert.strictEqual(status, 200)
    assert.deepStrictEqual(
      server.called,
      asked.map((request) => [by, request] as const)
    )
  })
)
