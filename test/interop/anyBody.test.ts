import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck, Runtime } from "effect"
import { issuesOf } from "../server/support/http.js"
import { serve } from "../server/support/serve.js"
import { fields, places } from "../support/places.js"
import { answers, paths } from "./support/asked.js"

/** Bodies in which each field stands that a dialect reads. */
const full = {
  chat: {
    model: "m",
    messages: [{ role: "user", name: "n", tool_calls: [], content: [{ type: "text", text: "t" }] }],
    stream: true,
    stream_options: { include_usage: true, include_obfuscation: false },
    extra_body: { vendor: { image_config: { aspect_ratio: "1:1", image_size: "s" } } },
    n: 1,
    temperature: 1,
    logit_bias: {},
    tools: [],
    modalities: ["image"],
    response_format: { type: "text" },
    user: "u"
  },
  native: {
    contents: [{ role: "user", parts: [{ text: "t" }] }],
    generationConfig: { responseModalities: ["IMAGE"], imageConfig: { aspectRatio: "1:1" }, candidateCount: 1 },
    safetySettings: [],
    labels: {}
  },
  embed: { model: "m", input: ["a", "b"], encoding_format: "base64", dimensions: 2, user: "u" },
  rerank: {
    model: "m",
    query: "q",
    documents: [{ text: "a" }, "b"],
    top_n: 1,
    return_documents: true,
    rank_fields: ["text"],
    max_chunks_per_doc: 10
  }
}

const json = FastCheck.jsonValue({ maxDepth: 5 })
const name = FastCheck.oneof(
  FastCheck.string(),
  FastCheck.constantFrom("__proto__", "constructor", "vendor", "n", "toString", "0")
)

/** Any JSON, or a body with any JSON in one place of it, or with any field more. */
const bodies = (whole: unknown) =>
  FastCheck.oneof(
    json,
    FastCheck.tuple(FastCheck.constantFrom(...places(whole)), json).map(([place, value]) => place.with(value)),
    FastCheck.tuple(FastCheck.constantFrom(...fields(whole)), json).map(([place, value]) => place.with([value, value])),
    FastCheck.tuple(name, json).map(([more, value]) => ({ ...Object(whole), [more]: value }))
  )

describe.each([
  [paths.chat, full.chat],
  [paths.native, full.native],
  [paths.embed, full.embed],
  [paths.rerank, full.rerank]
])("%s", (path, whole) => {
  it.scopedLive("the whole body is taken", () =>
    Effect.gen(function* () {
      const server = yield* serve(answers)
      const answer = yield* server.send({ path, body: JSON.stringify(whole) })
      assert.strictEqual(answer.status, 200)
    })
  )

  it.scopedLive("any body is taken, or refused by the names of its fields", () =>
    Effect.gen(function* () {
      const server = yield* serve(answers)
      const run = Runtime.runPromise(yield* Effect.runtime())
      const seen = new Set<number>()
      const property = FastCheck.asyncProperty(bodies(whole), async (body) => {
        const answer = await run(server.send({ path, body: JSON.stringify(body) }))
        seen.add(answer.status)
        assert.include([200, 400], answer.status)
        if (answer.status === 400) assert.isNotEmpty(issuesOf(answer))
      })
      yield* Effect.promise(() => FastCheck.assert(property, { numRuns: 300 }))
      assert.deepStrictEqual([...seen].sort(), [200, 400])
    })
  )

  it.scopedLive("ten thousand levels are survived in each of its fields", () =>
    Effect.gen(function* () {
      const server = yield* serve(answers, { maxJsonDepth: 20_000 })
      const [open, close] = ["[", "]"].map((one) => one.repeat(10_000))
      for (const place of fields(whole)) {
        const body = JSON.stringify(place.with("<deep>")).replace('"<deep>"', `${open}1${close}`)
        const { status } = yield* server.send({ path, body })
        assert.include([200, 400], status, place.path)
      }
    })
  )
})
