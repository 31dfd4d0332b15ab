import { assert, describe, it } from "@effect/vitest"
import { Chunk, Context, Effect, Layer, Stream } from "effect"
import type { Gateway, GatewayClientOptions } from "effect-model-gateway"
import { AssetLibrary, PollPolicy, Transcriber } from "effect-model-gateway"
import { faulty, first } from "../server/faults/support/faulty.js"
import { clientOf, shortRetries } from "./support/client.js"

/** Faults that come to light only in a later request than the one that meets them. */

const pollPolicy = PollPolicy.fixed("5 millis")

/** A service over a real socket, for the scope. */
const built = <I extends Gateway.Services, S>(
  service: Context.Tag<I, S>,
  options: Pick<GatewayClientOptions, "baseUrl" | "retries">
) => Effect.map(Layer.build(clientOf(options)), (services) => Context.get(services, service))

describe("a wait for a transcription", () => {
  it.scopedLive("goes on past the looks that do not find it yet", () =>
    Effect.gen(function* () {
      const fault = { kind: "notFoundAtFirst", queries: 3 } as const
      const { baseUrl, journal, uri } = yield* faulty([first("submitTranscription", fault)])
      const transcriber = yield* built(Transcriber, { baseUrl, retries: shortRetries })
      yield* transcriber.submit({ id: "task-1", audio: { uri } })
      const look = yield* Effect.flip(transcriber.result("task-1"))
      assert.deepInclude({ ...look }, { _tag: "TranscriptionNotFound", id: "task-1", code: "404" })
      const early = yield* Effect.flip(transcriber.await("task-1", { pollPolicy, notFoundGrace: 0 }))
      assert.deepInclude({ ...early }, { _tag: "TranscriptionNotFound", attempts: 1 })
      const { text } = yield* transcriber.await("task-1", { pollPolicy })
      assert.strictEqual(text, "Where is my parcel?")
      assert.deepInclude((yield* journal).submissions[0], { sent: 1, accepted: 1 })
    })
  )

  it.scopedLive("ends by a status that is not known, though a look hands it over", () =>
    Effect.gen(function* () {
      const fault = { kind: "unknownStatus" } as const
      const { ask, baseUrl, reply } = yield* faulty([{ operation: "queryTranscription", at: [1, 2], fault }])
      yield* reply(ask.submitTranscription)
      const transcriber = yield* built(Transcriber, { baseUrl, retries: shortRetries })
      assert.strictEqual((yield* transcriber.result("task-1")).status, 7)
      const ended = yield* Effect.flip(transcriber.await("task-1", { pollPolicy }))
      assert.deepInclude({ ...ended }, { _tag: "TranscriptionUnknownStatus", id: "task-1", status: 7, attempts: 1 })
    })
  )
})

it.scopedLive.each([
  // Page 2 begins with an asset of page 1, which is not given twice, and the last one is not on it. Page 3 is empty, and its
  // total has fallen back, so page 2 is read again.
  ["added", 4],
  // The total has fallen with page 2, so page 1 is read again, and then page 2.
  ["removed", 4]
] as const)("a walk over assets has each once, where one was %s meanwhile", ([change, pages]) =>
  Effect.gen(function* () {
    const fault = { kind: "changingPage", change } as const
    const { ask, baseUrl, journal, reply } = yield* faulty([{ operation: "listAssets", at: [2], fault }])
    yield* Effect.replicateEffect(reply(ask.generateChatImage), 4)
    const library = yield* built(AssetLibrary, { baseUrl, retries: shortRetries })
    const walked = yield* Stream.runCollect(library.stream({ groupId: "generated-images", pageSize: 2 }))
    const { Items: all } = yield* library.list({ Filter: { GroupId: "generated-images" } })
    assert.sameMembers(
      Chunk.toReadonlyArray(walked).map(({ Id }) => Id),
      all.map(({ Id }) => Id)
    )
    const { faults, requests } = yield* journal
    assert.lengthOf(faults, 1)
    assert.strictEqual(requests.listAssets, pages + 1)
  })
)

describe("a submission whose reply is lost ends well, with one task", () => {
  it.scopedLive.each(["replay", "reject", "overwrite"] as const)("where an id that comes again: %s", (resubmission) =>
    Effect.gen(function* () {
      const fault = { kind: "drop", accepts: true } as const
      const { baseUrl, journal, uri } = yield* faulty([first("submitTranscription", fault)], 1, { resubmission })
      const transcriber = yield* built(Transcriber, { baseUrl, retries: shortRetries })
      const { text } = yield* transcriber.transcribe({ id: "task-1", audio: { uri } }, { pollPolicy })
      assert.strictEqual(text, "Where is my parcel?")
      const { submissions } = yield* journal
      assert.deepStrictEqual(submissions, [{ operation: "submitTranscription", id: "task-1", sent: 1, accepted: 1 }])
    })
  )

  it.scopedLive.each([
    // The id is answered like the first time, or anew.
    ["replay", 2],
    ["overwrite", 2],
    // The refusal of an id that is taken, after an attempt that left the outcome open, is no last word.
    ["reject", 1]
  ] as const)(
    "though the gateway does not show it at first, where an id that comes again: %s",
    ([resubmission, accepted]) =>
      Effect.gen(function* () {
        // The question after the lost reply is refused, as of an id that is not known; so the request is sent again.
        const { baseUrl, journal, uri } = yield* faulty(
          [
            first("submitTranscription", { kind: "drop", accepts: true }),
            first("queryTranscription", { kind: "refusal" })
          ],
          1,
          { resubmission }
        )
        const transcriber = yield* built(Transcriber, { baseUrl, retries: { ...shortRetries, retries: 4 } })
        const { text } = yield* transcriber.transcribe({ id: "task-1", audio: { uri } }, { pollPolicy })
        assert.strictEqual(text, "Where is my parcel?")
        const { submissions } = yield* journal
        assert.deepStrictEqual(submissions, [{ operation: "submitTranscription", id: "task-1", sent: 2, accepted }])
      })
  )
})
