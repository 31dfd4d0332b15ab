import { assert, it } from "@effect/vitest"
import { CohereClient, CohereClientV2, CohereError } from "cohere-ai"
import { Effect } from "effect"
import type { Place } from "./support/gateway.js"
import { ask, gateway, refusal } from "./support/gateway.js"

const client = ({ apiKey, baseUrl }: Place) => new CohereClient({ token: apiKey, environment: baseUrl })
const documents = ["The moon makes the tides.", "A loaf of bread.", { text: "Tides, tides and tides of the moon." }]
const asked = { model: "judge", query: "tides", documents }

it.scopedLive("ranks texts, and objects that hold a text", () =>
  Effect.gen(function* () {
    const place = yield* gateway
    const { id, results } = yield* ask(() => client(place).rerank({ ...asked, topN: 2, returnDocuments: true }))
    assert.match(String(id), /./)
    assert.deepStrictEqual(
      results.map(({ document, index }) => ({ index, text: document?.text })),
      [
        { index: 2, text: "Tides, tides and tides of the moon." },
        { index: 0, text: "The moon makes the tides." }
      ]
    )
    assert.isAbove(results[0]?.relevanceScore ?? 0, results[1]?.relevanceScore ?? 1)
  })
)

it.scopedLive("gives no documents that nobody asked for", () =>
  Effect.gen(function* () {
    const place = yield* gateway
    const { results } = yield* ask(() => client(place).rerank({ ...asked, rankFields: ["text"] }))
    assert.sameMembers(
      results.map(({ index }) => index),
      [0, 1, 2]
    )
    assert.isTrue(results.every(({ document }) => document === undefined))
  })
)

it.scopedLive("what would change the ranking, and a document of other fields, is refused by name", () =>
  Effect.gen(function* () {
    const place = yield* gateway
    const titled = [{ text: "a", title: "b" }]
    const error = yield* refusal(() => client(place).rerank({ ...asked, documents: titled, maxChunksPerDoc: 3 }))
    assert.instanceOf(error, CohereError)
    assert.strictEqual(error.statusCode, 400)
    assert.include(error.message, "documents[0] must be a string, or {text}: other fields are not taken")
    assert.include(error.message, "max_chunks_per_doc must be 10 or left out")
  })
)

it.scopedLive("a wrong key is refused", () =>
  Effect.gen(function* () {
    const place = yield* gateway
    const error = yield* refusal(() => client({ ...place, apiKey: "wrong" }).rerank(asked))
    assert.instanceOf(error, CohereError)
    assert.strictEqual(error.statusCode, 401)
  })
)

it.scopedLive("the client of the second version asks on a path that the specification does not have", () =>
  Effect.gen(function* () {
    const { apiKey, baseUrl } = yield* gateway
    const second = new CohereClientV2({ token: apiKey, environment: baseUrl })
    const error = yield* refusal(() => second.rerank({ model: "judge", query: "tides", documents: ["a"] }))
    assert.instanceOf(error, CohereError)
    assert.strictEqual(error.statusCode, 404)
    assert.include(error.message, "no operation answers POST /v2/rerank")
  })
)
