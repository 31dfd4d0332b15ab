import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import type { GatewayError, GatewayInvalidRequest, RecordingSearch, WaitOptions } from "effect-model-gateway"
import {
  GatewayBadRequest,
  GatewayUnavailable,
  PollPolicy,
  StepFailed,
  searchRecordings,
  standardWait,
  TranscriptionOptions
} from "effect-model-gateway"
import { within } from "../support/time.js"
import type { Changes } from "./support/searchWorld.js"
import { searchIn, searchWorld } from "./support/searchWorld.js"

const says = {
  standup: "Apples near 0.9 rank 2. Pears near 0.6 rank 9.",
  market: "Plums near 0.8 rank 7.",
  garden: "Nuts near 0.1 rank 1."
}
const all = Object.keys(says)
const unavailable = (operation: string): GatewayError =>
  new GatewayUnavailable({ operation, attempts: 3, traceId: "trace-1" })
const refused = (operation: string): GatewayError =>
  new GatewayBadRequest({ operation, attempts: 1, detail: "the audio is odd" })

/** Compares the errors by their fields: Effect wraps an error that passes through a span. */
const assertFailed = (
  failure: StepFailed | GatewayInvalidRequest,
  expected: Pick<StepFailed, "step" | "attempts" | "error">
) => {
  assert(failure._tag === "StepFailed")
  assert.deepStrictEqual([failure.step, failure.attempts], [expected.step, expected.attempts])
  assert.deepStrictEqual({ ...failure.error }, { ...expected.error })
}

/** A wait of few looks. */
const impatient: WaitOptions = { ...standardWait, deadline: "1 minute", pollPolicy: PollPolicy.fixed("20 seconds") }

/** The failure of one recording, beside which the others must have gone on. */
const failureBeside = (
  changes: Changes,
  options?: Partial<typeof RecordingSearch.Encoded>,
  transcribed: ReadonlyArray<string> = ["standup", "garden"]
) => {
  const world = searchWorld(says, changes)
  return Effect.gen(function* () {
    const { failures, hits, transcripts } = yield* searchRecordings(searchIn(says, options)).pipe(within("10 minutes"))
    assert.deepStrictEqual(
      transcripts.map(({ recordingId }) => recordingId),
      transcribed
    )
    assert.deepStrictEqual(
      hits.map(({ recordingId, relevance }) => [recordingId, relevance]),
      [
        ["standup", 9],
        ["standup", 2],
        ["garden", 1]
      ]
    )
    const [failure, ...others] = failures
    assert(failure !== undefined)
    assert.isEmpty(others)
    assert.instanceOf(failure, StepFailed)
    assert.deepStrictEqual([failure.pipeline, failure.item], ["searchRecordings", "market"])
    return { failure, world }
  }).pipe(Effect.provide(world.layer), Effect.provideService(TranscriptionOptions, impatient))
}

describe("a recording that fails is reported beside the results of the others", () => {
  it.effect("where it is not accepted", () =>
    Effect.gen(function* () {
      const { failure, world } = yield* failureBeside({
        submit: (usual) => (request) => (request.id === "market" ? Effect.fail(refused("submit")) : usual(request))
      })
      assertFailed(failure, { step: "transcribe", attempts: 1, error: refused("submit") })
      assert.deepStrictEqual(
        world.asked.query.map(({ id }) => id),
        ["standup", "garden"]
      )
    })
  )

  it.effect("where it could not be submitted after many attempts", () =>
    Effect.gen(function* () {
      const { failure } = yield* failureBeside({
        submit: (usual) => (request) => (request.id === "market" ? Effect.fail(unavailable("submit")) : usual(request))
      })
      assertFailed(failure, { step: "transcribe", attempts: 3, error: unavailable("submit") })
    })
  )

  it.effect("where its task is not known", () =>
    Effect.gen(function* () {
      const { failure, world } = yield* failureBeside({
        query: (usual) => (request) =>
          request.id === "market" ? Effect.succeed({ code: "200", data: null }) : usual(request)
      })
      const looks = world.asked.query.filter(({ id }) => id === "market").length
      assert.isAbove(looks, 1)
      assert.deepStrictEqual([failure.step, failure.attempts], ["transcribe", looks])
      assert.strictEqual(failure.error._tag, "TranscriptionNotFound")
    })
  )

  it.effect("where its task has an unknown status", () =>
    Effect.gen(function* () {
      const { failure } = yield* failureBeside({
        query: (usual) => (request) =>
          request.id === "market" ? Effect.succeed({ code: "200", data: { status: 9 } }) : usual(request)
      })
      assert.deepStrictEqual([failure.step, failure.attempts], ["transcribe", 1])
      assert.strictEqual(failure.error._tag, "TranscriptionUnknownStatus")
    })
  )

  it.effect("where its task is never completed", () =>
    Effect.gen(function* () {
      const { failure } = yield* failureBeside({
        query: (usual) => (request) =>
          request.id === "market" ? Effect.succeed({ code: "200", data: { status: 1 } }) : usual(request)
      })
      assert.strictEqual(failure.step, "transcribe")
      assert.strictEqual(failure.error._tag, "TranscriptionWaitTimeout")
      assert.match(failure.message, /^searchRecordings: transcribe for market failed: .*await\("market"\)/)
    })
  )

  it.effect("where a passage of it cannot be embedded", () =>
    Effect.gen(function* () {
      const { failure, world } = yield* failureBeside(
        {
          embed: (usual) => (request) =>
            request.input.startsWith("Plums") ? Effect.fail(unavailable("embed")) : usual(request)
        },
        {},
        all
      )
      assertFailed(failure, { step: "embed", attempts: 3, error: unavailable("embed") })
      assert.notInclude(world.asked.rerank[0]?.documents ?? [says.market], says.market)
    })
  )

  it.effect("where its vectors have another dimension than the query's", () =>
    Effect.gen(function* () {
      const { failure } = yield* failureBeside(
        {
          embed: (usual) => (request) =>
            request.input.startsWith("Plums")
              ? Effect.succeed({ data: [{ index: 0, embedding: [1, 0, 0] }] })
              : usual(request)
        },
        {},
        all
      )
      assert.deepStrictEqual([failure.step, failure.attempts], ["embed", 1])
      assert.strictEqual(failure.error._tag, "GatewayInvalidResponse")
      assert.match(failure.message, /data\[0\]\.embedding must have dimension 2, and has 3/)
    })
  )

  it.effect("where it is the only one that is worked on at a time", () =>
    Effect.gen(function* () {
      const { failure } = yield* failureBeside(
        {
          submit: (usual) => (request) =>
            Effect.delay(request.id === "market" ? Effect.fail(refused("submit")) : usual(request), "1 minute")
        },
        { concurrency: 1 }
      )
      assertFailed(failure, { step: "transcribe", attempts: 1, error: refused("submit") })
    })
  )
})

describe("what was paid for is kept", () => {
  it.effect("the transcript of a recording that could not be embedded, and what was used before", () => {
    const world = searchWorld(says, {
      embed: (usual) => (request) =>
        request.input.startsWith("Pears") ? Effect.fail(unavailable("embed")) : usual(request)
    })
    return Effect.gen(function* () {
      const { failures, hits, transcripts, usage } = yield* searchRecordings(searchIn(says))
      assert.deepStrictEqual(
        failures.map(({ item, step }) => [step, item]),
        [["embed", "standup"]]
      )
      assert.deepStrictEqual(
        transcripts,
        Object.entries(says).map(([id, text]) => ({ recordingId: id, taskId: id, text }))
      )
      assert.deepStrictEqual(
        hits.map(({ recordingId }) => recordingId),
        ["market", "garden"]
      )
      // 1 word of the query, and 5 words in each of 3 passages, of which one is of the recording that failed.
      assert.deepStrictEqual(usage, { inputTokens: 16, outputTokens: 0, totalTokens: 16 })
    }).pipe(Effect.provide(world.layer))
  })

  it.effect("all but the relevance where the rerank fails: the nearest passages are the hits", () => {
    const world = searchWorld(says, { rerank: () => () => Effect.fail(unavailable("rerank")) })
    return Effect.gen(function* () {
      const { failures, hits, transcripts, usage } = yield* searchRecordings(searchIn(says, { best: 2 }))
      assert.deepStrictEqual(hits, [
        {
          recordingId: "standup",
          passage: { index: 0, start: 0, end: 23, text: "Apples near 0.9 rank 2." },
          similarity: 0.9
        },
        {
          recordingId: "market",
          passage: { index: 0, start: 0, end: 22, text: "Plums near 0.8 rank 7." },
          similarity: 0.8
        }
      ])
      const [failure, ...others] = failures
      assert(failure !== undefined)
      assert.isEmpty(others)
      assertFailed(failure, { step: "rerank", attempts: 3, error: unavailable("rerank") })
      assert.deepInclude(failure, { pipeline: "searchRecordings", item: undefined })
      assert.lengthOf(transcripts, 3)
      assert.deepStrictEqual(usage, { inputTokens: 21, outputTokens: 0, totalTokens: 21 })
    }).pipe(Effect.provide(world.layer))
  })

  it.effect("where a recording and the rerank fail, both failures", () => {
    const world = searchWorld(says, {
      submit: (usual) => (request) => (request.id === "market" ? Effect.fail(refused("submit")) : usual(request)),
      rerank: () => () => Effect.fail(unavailable("rerank"))
    })
    return Effect.gen(function* () {
      const { failures } = yield* searchRecordings(searchIn(says))
      assert.deepStrictEqual(
        failures.map(({ item, step }) => [step, item]),
        [
          ["transcribe", "market"],
          ["rerank", undefined]
        ]
      )
    }).pipe(Effect.provide(world.layer))
  })

  const wrong: ReadonlyArray<readonly [string, ReadonlyArray<number>]> = [
    ["out of range", [0, 4]],
    ["that comes twice", [1, 1]]
  ]
  it.effect.each(wrong)("no document is taken of an index %s", ([, indexes]) => {
    const world = searchWorld(says, {
      rerank: () => () => Effect.succeed({ results: indexes.map((index) => ({ index, relevance_score: 1 })) })
    })
    return Effect.gen(function* () {
      const { failures, hits } = yield* searchRecordings(searchIn(says))
      assert.match(failures[0]?.message ?? "", /^searchRecordings: rerank failed: .*results\[1\]\.index must/)
      assert.deepStrictEqual([...new Set(hits.map(({ relevance }) => relevance))], [undefined])
    }).pipe(Effect.provide(world.layer))
  })
})

describe("searchRecordings", () => {
  it.effect("reports every failure, in the order of the recordings, and reranks nothing where all fail", () => {
    const world = searchWorld(says, {
      submit: (usual) => (request) => (request.id === "standup" ? Effect.fail(refused("submit")) : usual(request)),
      embed: (usual) => (request) => (request.input === "fruit" ? usual(request) : Effect.fail(unavailable("embed")))
    })
    return Effect.gen(function* () {
      const { failures, hits, transcripts, usage } = yield* searchRecordings(searchIn(says))
      assert.deepStrictEqual(
        failures.map(({ error, item, step }) => [item, step, error._tag]),
        [
          ["standup", "transcribe", "GatewayBadRequest"],
          ["market", "embed", "GatewayUnavailable"],
          ["garden", "embed", "GatewayUnavailable"]
        ]
      )
      assert.deepStrictEqual([hits, world.asked.rerank], [[], []])
      assert.deepStrictEqual(
        transcripts.map(({ recordingId }) => recordingId),
        ["market", "garden"]
      )
      assert.strictEqual(usage.totalTokens, 1)
    }).pipe(Effect.provide(world.layer))
  })

  it.effect("ends before anything is transcribed where the query cannot be embedded", () => {
    const world = searchWorld(says, { embed: () => () => Effect.fail(unavailable("embed")) })
    return Effect.gen(function* () {
      const failure = yield* Effect.flip(searchRecordings(searchIn(says)))
      assertFailed(failure, { step: "embed query", attempts: 3, error: unavailable("embed") })
      assert.deepInclude(failure, { pipeline: "searchRecordings", item: undefined })
      assert.deepStrictEqual(world.order, ["embed"])
    }).pipe(Effect.provide(world.layer))
  })

  it.effect("ends before anything is transcribed where the query's embedding is not one vector", () => {
    const item = { index: 0, embedding: [1, 0] }
    const world = searchWorld(says, { embed: () => () => Effect.succeed({ data: [item, item] }) })
    return Effect.gen(function* () {
      const failure = yield* Effect.flip(searchRecordings(searchIn(says)))
      assert.match(failure.message, /^searchRecordings: embed query failed: .*data must hold 1 vector/)
      assert.deepStrictEqual(world.order, ["embed"])
    }).pipe(Effect.provide(world.layer))
  })

  it.effect("starts nothing more once it is interrupted", () => {
    const world = searchWorld(says, { submit: (usual) => (request) => Effect.delay(usual(request), "1 minute") })
    return Effect.gen(function* () {
      const running = yield* Effect.fork(searchRecordings(searchIn(says, { concurrency: 2 })))
      yield* TestClock.adjust("30 seconds")
      yield* Fiber.interrupt(running)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(world.order, ["embed", "submit", "submit"])
    }).pipe(Effect.provide(world.layer))
  })

  const audio = { uri: "https://files.test/a.wav" }
  const misfits: ReadonlyArray<readonly [options: Record<string, unknown>, issues: Array<string>]> = [
    [
      {
        recordings: [
          { id: "a", audio },
          { id: "a", audio, taskId: "b" }
        ]
      },
      ["recordings must be a list of recordings with different ids"]
    ],
    [
      {
        recordings: [
          { id: "a", audio },
          { id: "b", audio, taskId: "a" }
        ]
      },
      ["recordings must be a list of recordings with different task ids, for a task has one transcript"]
    ],
    [
      { recordings: [{ id: "", audio: { url: "x" } }] },
      [
        "recordings[0].audio.url is not a field here",
        "recordings[0].id must be a non empty string",
        "recordings[0].audio.uri is missing"
      ]
    ],
    [{ query: "" }, ["query must be a non empty string"]],
    [{ passage: {}, colour: "red" }, ["passage is not a field here", "colour is not a field here"]],
    [
      { passages: { size: 0, overlap: -1, locale: "en_US" } },
      [
        "passages.size must be a whole number from 1",
        "passages.overlap must be a non-negative number",
        "passages.locale must be a BCP 47 language tag, such as en or zh-Hant"
      ]
    ],
    [
      { nearest: 0, best: 1.5, concurrency: -1 },
      ["nearest must be a whole number from 1", "best must be an integer", "concurrency must be a whole number from 1"]
    ],
    [
      { embedding: { model: "" }, rerank: {} },
      ["embedding.model must be a non empty string", "rerank.model is missing"]
    ]
  ]
  it.effect.each(misfits)("refuses %j by the names of its fields, and calls nothing", ([options, issues]) => {
    const world = searchWorld(says)
    return Effect.gen(function* () {
      // As from a caller without types.
      const input: typeof RecordingSearch.Encoded = { ...searchIn(says), ...options }
      const error = yield* Effect.flip(searchRecordings(input))
      assert(error._tag === "GatewayInvalidRequest")
      assert.deepStrictEqual([error.operation, error.attempts], ["searchRecordings", 0])
      assert.sameMembers(
        error.issues.map(({ path, problem }) => `${path} ${problem}`),
        issues
      )
      assert.deepStrictEqual(world.order, [])
    }).pipe(Effect.provide(world.layer))
  })
})
