import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { RerankRequest } from "effect-model-gateway"
import { Reranker } from "effect-model-gateway"
import { RerankerEngine } from "effect-model-gateway/engines"

const documents = [
  "Bake the bread in a hot, covered pot until the crust is dark.",
  "Refunds go to the card that you paid with, and take three to five working days.",
  "The green lighthouse was lit for the first time in the summer.",
  "If your parcel was damaged on the way, send us a photo of the damaged parcel."
]

const rerank = (request: Partial<typeof RerankRequest.Encoded>) =>
  Effect.flatMap(Reranker, (reranker) =>
    reranker.rerank({ model: "any-model", query: "refund", documents, ...request })
  )

const indexes = ({ results }: Effect.Effect.Success<ReturnType<typeof rerank>>) => results.map(({ index }) => index)

it.layer(RerankerEngine.layer)("RerankerEngine", (it) => {
  it.effect.each([
    ["how long does a refund take", 1],
    ["damaged parcels", 3],
    ["the lighthouses of summer", 2],
    ["BREAD?", 0]
  ] as const)("finds the document for %j", ([query, index]) =>
    Effect.gen(function* () {
      const { results } = yield* rerank({ query })
      assert.strictEqual(results[0]?.index, index)
      assert.strictEqual(results[0]?.document, documents[index])
      assert.isAbove(results[0]?.relevance_score ?? 0, 0.3)
    })
  )

  it.effect("ranks by how much of the query a document holds, and any word of it counts", () =>
    Effect.gen(function* () {
      const ranking = yield* rerank({
        query: "red fox forest",
        documents: ["a dog", "a forest", "a red fox in a forest", "a red forest"]
      })
      assert.deepStrictEqual(indexes(ranking), [2, 3, 1, 0])
      const scores = ranking.results.map(({ relevance_score }) => relevance_score)
      assert.isTrue(scores.every((score) => score >= 0 && score < 1))
      assert.strictEqual(scores[3], 0)
    })
  )

  it.effect("matches whole words, in singular and plural", () =>
    Effect.gen(function* () {
      const ranking = yield* rerank({
        query: "policies and boxes",
        documents: ["polite boxers", "the policy", "the box of a policy", "dresses"]
      })
      assert.deepStrictEqual(indexes(ranking), [2, 1, 0, 3])
      assert.deepStrictEqual(
        ranking.results.slice(2).map(({ relevance_score }) => relevance_score),
        [0, 0]
      )
    })
  )

  it.effect("reads scripts that have no spaces", () =>
    Effect.gen(function* () {
      const ranking = yield* rerank({ query: "東京の天気", documents: ["大阪の電車", "明日の東京の天気は晴れ"] })
      assert.deepStrictEqual(indexes(ranking), [1, 0])
    })
  )

  it.effect("lets a word that says something beat words that stand everywhere", () =>
    Effect.gen(function* () {
      const ranking = yield* rerank({
        query: "what is the harbour",
        documents: ["the what is the what is the", "a harbour of some size that nobody knows"]
      })
      assert.deepStrictEqual(indexes(ranking), [1, 0])
    })
  )

  it.effect("keeps the order of the request where scores are equal", () =>
    Effect.gen(function* () {
      const ranking = yield* rerank({ query: "b", documents: ["x", "b c", "y", "b c", "z"] })
      assert.deepStrictEqual(indexes(ranking), [1, 3, 0, 2, 4])
    })
  )

  it.effect("gives 0 to all for a query without words", () =>
    Effect.gen(function* () {
      for (const query of ["", " ?! "]) {
        const ranking = yield* rerank({ query })
        assert.deepStrictEqual(indexes(ranking), [0, 1, 2, 3])
        assert.isTrue(ranking.results.every(({ relevance_score }) => relevance_score === 0))
      }
    })
  )

  it.effect("gives top_n documents, and all where it is left out or larger", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(indexes(yield* rerank({ top_n: 2 })), [1, 0])
      assert.deepStrictEqual(indexes(yield* rerank({ top_n: 0 })), [])
      assert.lengthOf(indexes(yield* rerank({})), 4)
      assert.lengthOf(indexes(yield* rerank({ top_n: 99 })), 4)
    })
  )

  it.effect("gives documents back only where they are asked for", () =>
    Effect.gen(function* () {
      const with_ = yield* rerank({ top_n: 1, return_documents: true })
      assert.deepStrictEqual(with_.results[0]?.returned, { text: documents[1] })
      const without = yield* rerank({ top_n: 1 })
      assert.isUndefined(without.results[0]?.returned)
    })
  )

  it.effect("gives each ranking an id of its own", () =>
    Effect.gen(function* () {
      const [one, other] = yield* Effect.all([rerank({}), rerank({})])
      assert.match(one.id ?? "", /^[0-9a-f]{32}$/)
      assert.notStrictEqual(one.id, other.id)
      assert.deepStrictEqual(one.results, other.results)
    })
  )
})
