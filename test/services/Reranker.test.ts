import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { noRetries, Reranker, RetryPolicy } from "effect-model-gateway"
import type { Answer } from "../support/fakeGateway.js"
import { fakeGateway, json, recorded } from "../support/fakeGateway.js"

const documents = ["wind makes waves", "salt is heavy", "the moon pulls the sea"]

const rerank = (script: ReadonlyArray<Answer>, texts: ReadonlyArray<string> = documents) =>
  Effect.flatMap(Reranker, (it) => it.rerank({ model: "ranker-1", query: "tides", documents: texts })).pipe(
    Effect.provide(fakeGateway(script).layer),
    Effect.provideService(RetryPolicy, noRetries)
  )

const results = (...items: ReadonlyArray<Readonly<Record<string, unknown>>>) =>
  json({ results: items.map((item) => ({ relevance_score: 0.5, ...item })) })

describe("Reranker.rerank", () => {
  it.effect("gives the documents in the order of the reply, each with the caller's own text", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* rerank([recorded("ranking.json")]), {
        id: "rank-4b1",
        results: [
          {
            index: 2,
            relevance_score: 0.98,
            document: "the moon pulls the sea",
            returned: { text: "the moon pulls the sea" }
          },
          { index: 0, relevance_score: 0.41, document: "wind makes waves", returned: undefined }
        ],
        meta: { billed_units: { search_units: 1 } }
      })
    })
  )

  it.effect.each([
    ["absent", {}, undefined],
    ["null", { document: null }, undefined],
    ["an object of another text", { document: { text: "other" } }, { text: "other" }],
    ["an object of other fields", { document: { id: 7 } }, { id: 7 }],
    ["a text", { document: "salt" }, "salt"]
  ] as const)("attaches the caller's document where the returned one is %s", ([, fields, returned]) =>
    Effect.gen(function* () {
      const [first] = (yield* rerank([results({ index: 1, ...fields })])).results
      assert.deepStrictEqual(first, { index: 1, relevance_score: 0.5, document: "salt is heavy", returned })
    })
  )

  it.effect.each([
    ["beyond the end", [{ index: 3 }], "results[0].index must be below the number of documents 3, and is 3"],
    ["twice", [{ index: 1 }, { index: 0 }, { index: 1 }], "results[2].index must come once, and 1 comes again"],
    ["negative", [{ index: -1 }], "results[0].index must be a non-negative number"],
    ["no integer", [{ index: 0.5 }], "results[0].index must be an integer"],
    ["not there", [{}], "results[0].index is missing"]
  ] as const)("refuses an index that is %s", ([, items, problem]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(rerank([results(...items)]))
      assert.deepInclude(error, { _tag: "GatewayInvalidResponse", operation: "rerankDocuments" })
      assert.include(error.message, problem)
    })
  )

  it.effect.each([null, "0.9", undefined])("refuses the score %j", (relevance_score) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(rerank([results({ index: 0, relevance_score })]))
      assert.include(error.message, "results[0].relevance_score")
    })
  )

  it.effect("keeps documents apart that read alike, empty ones too", () =>
    Effect.gen(function* () {
      const { results: ranked } = yield* rerank([results({ index: 2 }, { index: 0 }, { index: 1 })], ["a", "", "a"])
      assert.deepStrictEqual(
        ranked.map(({ document, index }) => [index, document]),
        [
          [2, "a"],
          [0, "a"],
          [1, ""]
        ]
      )
    })
  )

  it.effect("answers no documents without a request, but not a request that does not fit", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* rerank([], []), { results: [] })
      const wrong = Effect.flatMap(Reranker, (it) => it.rerank({ model: "", query: "tides", documents: [] }))
      const error = yield* Effect.flip(Effect.provide(wrong, fakeGateway([]).layer))
      assert.propertyVal(error, "_tag", "GatewayInvalidRequest")
    })
  )

  it.effect("takes an empty ranking for what it is", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* rerank([json({ results: [], meta: null })]), { results: [], meta: undefined })
    })
  )
})
