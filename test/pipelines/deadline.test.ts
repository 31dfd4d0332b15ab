import { assert, describe, it } from "@effect/vitest"
import type { Duration } from "effect"
import { Effect, Schema, TestClock } from "effect"
import {
  generateImageAssets,
  PollPolicy,
  StepFailed,
  searchRecordings,
  standardWait,
  TranscriptionOptions,
  withDeadline
} from "effect-model-gateway"
import { within } from "../support/time.js"
import { drawing, imageWorld, pagesOf, temporary } from "./support/imageWorld.js"
import type { Changes } from "./support/searchWorld.js"
import { searchIn, searchWorld } from "./support/searchWorld.js"

const says = {
  standup: "Apples near 0.9 rank 2.",
  market: "Plums near 0.8 rank 7. Pears near 0.7 rank 8.",
  garden: "Nuts near 0.1 rank 9."
}

const search = (changes: Changes, deadline: Duration.DurationInput) =>
  searchRecordings(searchIn(says)).pipe(
    withDeadline(deadline),
    Effect.provideService(TranscriptionOptions, { ...standardWait, pollPolicy: PollPolicy.fixed("7 seconds") }),
    Effect.provide(searchWorld(says, changes).layer),
    within("1 hour")
  )

const told = (failures: ReadonlyArray<StepFailed>) =>
  failures.map(({ attempts, error, item, step }) => ({ item, step, attempts, error: error._tag }))

/** What a store would give back of them. */
const Kept = Schema.parseJson(Schema.Array(StepFailed))

describe("a search whose time is up", () => {
  it.effect("in the wait for a recording keeps the others, and is ranked in the time that is left", () =>
    Effect.gen(function* () {
      const running = (id: string) => Effect.succeed({ code: "200", data: { bizId: id, status: 1 } })
      const { failures, hits, transcripts } = yield* search(
        { query: (usual) => (request) => (request.id === "market" ? running(request.id) : usual(request)) },
        "20 seconds"
      )
      assert.deepStrictEqual(told(failures), [
        { item: "market", step: "transcribe", attempts: 3, error: "TranscriptionWaitTimeout" }
      ])
      assert.deepStrictEqual(
        hits.map(({ recordingId, relevance }) => [recordingId, relevance]),
        [
          ["garden", 9],
          ["standup", 2]
        ]
      )
      assert.lengthOf(transcripts, 2)
    })
  )

  it.effect("between the steps of a recording keeps the others, unranked where no time is left for it", () =>
    Effect.gen(function* () {
      const { failures, hits, transcripts, usage } = yield* search(
        {
          embed: (usual) => (request) =>
            Effect.delay(usual(request), request.input.startsWith("Plums") ? "1 minute" : 0)
        },
        "20 seconds"
      )
      assert.deepStrictEqual(told(failures), [
        { item: "market", step: "embed", attempts: 0, error: "DeadlineExceeded" },
        { item: undefined, step: "rerank", attempts: 0, error: "DeadlineExceeded" }
      ])
      const during = failures.map(({ error }) => (error._tag === "DeadlineExceeded" ? error.during : ""))
      assert.deepStrictEqual(during, ["searchRecordings/recording[market]/embed[1]", "searchRecordings/rerank"])
      assert.strictEqual(
        failures[0]?.message,
        "searchRecordings: embed for market failed: searchRecordings/recording[market]/embed[1]: not begun, for the time " +
          "that withDeadline gave is up"
      )
      assert.deepStrictEqual(
        hits.map(({ recordingId }) => recordingId),
        ["standup", "garden"]
      )
      // What was paid for is told, also of the recording that failed.
      assert.lengthOf(transcripts, 3)
      assert.isAbove(usage.totalTokens, 0)
      const kept = Schema.decodeSync(Kept)(Schema.encodeSync(Kept)(failures))
      assert.deepStrictEqual(told(kept), told(failures))
    })
  )

  it.effect("before anything is paid for fails as the pipeline's own failure", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(search({}, 0))
      assert(failure._tag === "StepFailed")
      assert.deepStrictEqual(told([failure]), [
        { item: undefined, step: "embed query", attempts: 0, error: "DeadlineExceeded" }
      ])
    })
  )
})

it.scoped("images whose time is up are failures beside those that were saved", () =>
  Effect.gen(function* () {
    const world = imageWorld(
      (prompt) => Effect.zipRight(TestClock.adjust("15 seconds"), drawing(prompt)),
      pagesOf([{ Id: "a" }])
    )
    const { folder, names } = yield* Effect.provide(temporary, world.layer)
    const prompts = ["a fox", "a hare", "an owl\nat night"]
    const ordered = generateImageAssets({
      prompts,
      style: "chat",
      model: "m",
      directory: folder,
      groupId: "g",
      concurrency: 1
    })
    const { assets, failures, images } = yield* Effect.provide(withDeadline("25 seconds")(ordered), world.layer)
    assert.deepStrictEqual(
      images.map(({ prompt }) => prompt),
      ["a fox", "a hare"]
    )
    assert.lengthOf(yield* Effect.provide(names, world.layer), 2)
    assert.deepStrictEqual(told(failures), [
      { item: "an owl\nat night", step: "order", attempts: 0, error: "DeadlineExceeded" },
      { item: undefined, step: "list assets", attempts: 0, error: "DeadlineExceeded" }
    ])
    for (const { message } of failures) assert.notInclude(message, "\n")
    assert.isEmpty(assets)
    // Nothing was ordered of the one that came too late.
    assert.deepStrictEqual(world.order, ["chat: a fox", "chat: a hare"])
  })
)
