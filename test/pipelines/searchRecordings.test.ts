import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import type { RecordingSearch } from "effect-model-gateway"
import { searchRecordings } from "effect-model-gateway"
import { within } from "../support/time.js"
import { gate } from "./support/listening.js"
import { searchIn, searchWorld } from "./support/searchWorld.js"

const fruit = {
  standup: "Apples near 0.9 rank 2. Pears near 0.6 rank 9.",
  market: "Plums near 0.8 rank 7. Nuts near -0.2 rank 8."
}

describe("searchRecordings", () => {
  it.effect("returns the best passages, each with its recording, place, similarity and relevance", () => {
    const world = searchWorld(fruit)
    return Effect.gen(function* () {
      const found = yield* searchRecordings(searchIn(fruit, { nearest: 3, best: 2 }))
      assert.deepStrictEqual(found.hits, [
        {
          recordingId: "standup",
          passage: { index: 1, start: 24, end: 46, text: "Pears near 0.6 rank 9." },
          similarity: 0.6,
          relevance: 9
        },
        {
          recordingId: "market",
          passage: { index: 0, start: 0, end: 22, text: "Plums near 0.8 rank 7." },
          similarity: 0.8,
          relevance: 7
        }
      ])
      assert.deepStrictEqual(found.transcripts, [
        { recordingId: "standup", taskId: "standup", text: fruit.standup },
        { recordingId: "market", taskId: "market", text: fruit.market }
      ])
      assert.deepStrictEqual(found.failures, [])
      // 1 word of the query, and 5 words in each of 4 passages.
      assert.deepStrictEqual(found.usage, { inputTokens: 21, outputTokens: 0, totalTokens: 21 })
    }).pipe(Effect.provide(world.layer))
  })

  it.effect("embeds the query, transcribes, embeds the passages, and reranks, in this order", () => {
    const world = searchWorld({ standup: fruit.standup })
    return Effect.gen(function* () {
      yield* searchRecordings(searchIn({ standup: fruit.standup }))
      assert.deepStrictEqual(world.order, ["embed", "submit", "query", "embed", "embed", "rerank"])
      assert.deepStrictEqual(
        world.asked.embed.map(({ input }) => input),
        ["fruit", "Apples near 0.9 rank 2.", "Pears near 0.6 rank 9."]
      )
    }).pipe(Effect.provide(world.layer))
  })

  it.effect("hands over what the caller gives", () => {
    const audio = { aid: "audio-1", uri: "https://files.test/a.wav", rate: "16000", encoding: "1" }
    const world = searchWorld({ "task-1": "One." })
    return Effect.gen(function* () {
      const { transcripts } = yield* searchRecordings({
        recordings: [{ id: "lecture", audio, taskId: "task-1" }],
        query: "tides",
        transcription: { type: 3, resId: 41 },
        embedding: { model: "embedder-3", dimensions: 2 },
        rerank: { model: "ranker-1" },
        best: 4
      })
      assert.deepStrictEqual(transcripts, [{ recordingId: "lecture", taskId: "task-1", text: "One." }])
      assert.deepStrictEqual(world.asked.submit, [{ id: "task-1", type: 3, resId: 41, audio }])
      assert.deepStrictEqual(world.asked.query, [{ id: "task-1" }])
      assert.deepStrictEqual(world.asked.embed, [
        { model: "embedder-3", dimensions: 2, input: "tides" },
        { model: "embedder-3", dimensions: 2, input: "One." }
      ])
      assert.deepStrictEqual(world.asked.rerank, [{ model: "ranker-1", query: "tides", documents: ["One."], top_n: 1 }])
    }).pipe(Effect.provide(world.layer))
  })

  it.effect("reranks the passages nearest to the query, over all recordings, and only those", () => {
    const world = searchWorld(fruit)
    return Effect.gen(function* () {
      yield* searchRecordings(searchIn(fruit, { nearest: 3 }))
      assert.deepStrictEqual(
        world.asked.rerank.map(({ documents }) => documents),
        [["Apples near 0.9 rank 2.", "Plums near 0.8 rank 7.", "Pears near 0.6 rank 9."]]
      )
    }).pipe(Effect.provide(world.layer))
  })

  it.effect("reranks 20 and returns 5 where nothing else is said", () => {
    const says = { long: Array.from({ length: 25 }, (_, i) => `Word near 0.${i + 10} rank ${i + 10}.`).join(" ") }
    const world = searchWorld(says)
    return Effect.gen(function* () {
      const { hits } = yield* searchRecordings(searchIn(says))
      assert.deepStrictEqual(
        world.asked.rerank.map(({ documents, top_n }) => [documents.length, top_n]),
        [[20, 5]]
      )
      assert.deepStrictEqual(
        hits.map(({ relevance }) => relevance),
        [34, 33, 32, 31, 30]
      )
    }).pipe(Effect.provide(world.layer))
  })

  const oddly: ReadonlyArray<readonly [string, ReadonlyArray<readonly [number, number]>, Array<string | undefined>]> = [
    [
      "in no order",
      [
        [1, 3],
        [0, 9],
        [2, 5]
      ],
      ["Apples", "Pears"]
    ],
    ["fewer than asked for", [[2, 1]], ["Pears"]],
    [
      "more than asked for",
      [
        [0, 4],
        [1, 3],
        [2, 2]
      ],
      ["Apples", "Plums"]
    ],
    ["none", [], []]
  ]
  it.effect.each(oddly)(
    "orders and counts the results itself where the reranker gives them %s",
    ([, results, first]) => {
      const world = searchWorld(fruit, {
        rerank: () => () =>
          Effect.succeed({ results: results.map(([index, relevance_score]) => ({ index, relevance_score })) })
      })
      return Effect.gen(function* () {
        const { hits } = yield* searchRecordings(searchIn(fruit, { nearest: 3, best: 2 }))
        assert.deepStrictEqual(
          hits.map(({ passage }) => passage.text.split(" ")[0]),
          first
        )
      }).pipe(Effect.provide(world.layer))
    }
  )

  it.effect("cuts transcripts as the options say", () => {
    const world = searchWorld(fruit)
    return Effect.gen(function* () {
      const { hits } = yield* searchRecordings(searchIn(fruit, { passages: { size: 60 } }))
      assert.deepStrictEqual(hits.map(({ passage }) => passage.text).sort(), Object.values(fruit).sort())
    }).pipe(Effect.provide(world.layer))
  })

  it.effect("returns the transcripts that say nothing, and ranks the others", () => {
    const says = { silence: "  ", standup: fruit.standup }
    const world = searchWorld(says)
    return Effect.gen(function* () {
      const { failures, hits, transcripts } = yield* searchRecordings(searchIn(says))
      assert.deepStrictEqual(failures, [])
      assert.deepStrictEqual(
        transcripts.map(({ recordingId }) => recordingId),
        ["silence", "standup"]
      )
      assert.lengthOf(hits, 2)
    }).pipe(Effect.provide(world.layer))
  })

  it.effect("without recordings has no hits, and orders nothing but the query's embedding", () => {
    const world = searchWorld({})
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* searchRecordings(searchIn({})), {
        hits: [],
        transcripts: [],
        failures: [],
        usage: { inputTokens: 1, outputTokens: 0, totalTokens: 1 }
      })
      assert.deepStrictEqual(world.order, ["embed"])
    }).pipe(Effect.provide(world.layer))
  })

  const six = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`talk-${i}`, `Talk near 0.${9 - i} rank ${i}.`]))
  const loads: ReadonlyArray<readonly [Partial<typeof RecordingSearch.Encoded>, number, `${number} seconds`]> = [
    [{ concurrency: 1 }, 1, "60 seconds"],
    [{ concurrency: 4 }, 4, "20 seconds"],
    [{}, 4, "20 seconds"],
    [{ concurrency: 100 }, 6, "10 seconds"]
  ]
  it.effect.each(loads)("works on so many recordings at a time as it is told: %j", ([options, most, time]) => {
    const { most: seen, through } = gate()
    const world = searchWorld(six, {
      submit: (usual) => (request) => through(Effect.delay(usual(request), "10 seconds"))
    })
    return Effect.gen(function* () {
      const { hits } = yield* searchRecordings(searchIn(six, { best: 6, ...options })).pipe(within(time))
      assert.strictEqual(seen(), most)
      assert.lengthOf(hits, 6)
    }).pipe(Effect.provide(world.layer))
  })

  it.effect("keeps the order of the recordings, whichever ends first", () => {
    const world = searchWorld(six, {
      submit: (usual) => (request) => Effect.delay(usual(request), `${60 - 10 * Number(request.id.slice(-1))} seconds`)
    })
    return Effect.gen(function* () {
      const { transcripts } = yield* searchRecordings(searchIn(six, { concurrency: 6 })).pipe(within("60 seconds"))
      assert.deepStrictEqual(
        transcripts.map(({ recordingId }) => recordingId),
        Object.keys(six)
      )
    }).pipe(Effect.provide(world.layer))
  })

  const score = fc.integer({ min: 10, max: 99 })
  const talks = fc.array(fc.array(fc.tuple(score, score), { maxLength: 5 }), { maxLength: 5 })
  const count = fc.integer({ min: 1, max: 12 })
  it.effect.prop("finds what a look at every passage finds", [talks, count, count], ([ranks, nearest, best]) => {
    const says = Object.fromEntries(
      ranks.map((own, i) => [`talk-${i}`, own.map(([near, rank]) => `Word near 0.${near} rank ${rank}.`).join(" ")])
    )
    return Effect.gen(function* () {
      const { hits } = yield* searchRecordings(searchIn(says, { nearest, best }))
      const expected = ranks
        .flat()
        .sort(([a], [b]) => b - a)
        .slice(0, nearest)
      const similarities = expected.map(([near]) => near / 100)
      assert.lengthOf(hits, Math.min(best, expected.length))
      for (const [i, { passage, recordingId, relevance, similarity }] of hits.entries()) {
        assert.strictEqual(says[recordingId]?.slice(passage.start, passage.end), passage.text)
        assert(relevance !== undefined)
        assert.isAtMost(relevance, hits[i - 1]?.relevance ?? 99)
        assert.isAtLeast(similarity, Math.min(...similarities) - 1e-12)
        assert.strictEqual(passage.text, `Word near 0.${Math.round(similarity * 100)} rank ${relevance}.`)
      }
    }).pipe(Effect.provide(searchWorld(says).layer))
  })
})
