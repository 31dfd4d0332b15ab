import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Exit, Fiber, Stream, TestClock } from "effect"
import { GatewayBadRequest, GatewayRejected, PollPolicy, Transcriber } from "effect-model-gateway"
import { Calls, Fakes, FakeTranscriber } from "effect-model-gateway/testing"
import { within } from "../support/time.js"

const uri = "https://files.test/lecture.wav"
const request = { id: "lecture-1", audio: { uri } }
const transcribe = Effect.flatMap(Transcriber, (it) => it.transcribe(request))
const failureOf = (ending: FakeTranscriber.Ending) =>
  Effect.provide(Effect.flip(transcribe), FakeTranscriber.layer({ [uri]: ending }))

describe("FakeTranscriber", () => {
  it.effect("gives the text of a recording without a wait, and is asked as a gateway is", () =>
    Effect.gen(function* () {
      const { record, text } = yield* transcribe
      assert.strictEqual(text, "Good morning.")
      assert.deepInclude(record, { bizId: "lecture-1", status: 2 })
      const { to } = yield* Calls
      assert.deepStrictEqual(
        (yield* to("Transcriber")).map(({ method, request }) => [method, request]),
        [
          ["submit", request],
          ["result", { id: "lecture-1" }]
        ]
      )
    }).pipe(Effect.provide(FakeTranscriber.layer({ [uri]: "Good morning." })))
  )

  it.effect("a task's own id goes before the audio's URI", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* transcribe).text, "by id")
    }).pipe(Effect.provide(FakeTranscriber.layer({ [uri]: "by uri", "lecture-1": "by id" })))
  )

  it.effect("is transcribing for as many looks as it is told, while the test's time passes", () =>
    Effect.gen(function* () {
      const { events, submit } = yield* Transcriber
      yield* submit(request)
      const states = yield* within("1 hour")(Stream.runCollect(events("lecture-1")))
      assert.deepStrictEqual(
        Chunk.toReadonlyArray(states).map(({ _tag }) => _tag),
        ["Transcribing", "Transcribing", "Completed"]
      )
      // An id that is submitted again keeps its task, which has ended.
      yield* submit(request)
      assert.strictEqual((yield* Effect.flatMap(Transcriber, (it) => it.await("lecture-1"))).text, `Recording ${uri}.`)
    }).pipe(Effect.provide(Fakes.layer({ looks: 2 })))
  )

  it.effect("a wait that timed out is taken up again", () =>
    Effect.gen(function* () {
      const transcriber = yield* Transcriber
      const short = { deadline: "2 seconds", pollPolicy: PollPolicy.fixed("1 second") } as const
      const error = yield* within("1 minute")(Effect.flip(transcriber.transcribe(request, short)))
      assert.deepInclude({ ...error }, { _tag: "TranscriptionWaitTimeout", id: "lecture-1" })
      const fiber = yield* Effect.fork(transcriber.await("lecture-1"))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* Fiber.join(fiber)).text, "At last.")
    }).pipe(Effect.provide(FakeTranscriber.layer({ [uri]: "At last." }, { looks: 4 })))
  )

  it.effect("ends in every way in which a transcription can", () =>
    Effect.gen(function* () {
      assert.deepInclude({ ...(yield* failureOf({ status: 3, asrcDesc: "no speech" })) }, { status: 3, attempts: 1 })
      assert.strictEqual((yield* failureOf({ asrcResult: { words: 0 } }))._tag, "TranscriptMissing")
      const refused = { operation: "submitTranscription", attempts: 1, detail: "audio.uri: no audio" }
      assert.deepInclude(
        { ...(yield* failureOf(new GatewayBadRequest(refused))) },
        { _tag: "GatewayBadRequest", ...refused }
      )
      const broken = { operation: "queryTranscription", attempts: 1, code: "500", data: {} }
      assert.deepInclude({ ...(yield* failureOf(new GatewayRejected(broken))) }, { _tag: "GatewayRejected", ...broken })
    })
  )

  it.effect("an error of the query leaves the submission accepted", () =>
    Effect.gen(function* () {
      const { result, submit } = yield* Transcriber
      assert.strictEqual((yield* submit(request)).code, "200")
      assert.strictEqual((yield* Effect.flip(result("lecture-1")))._tag, "GatewayBadRequest")
    }).pipe(
      Effect.provide(
        FakeTranscriber.layer({ [uri]: new GatewayBadRequest({ operation: "queryTranscription", attempts: 1 }) })
      )
    )
  )

  it.effect("does not find what was not submitted", () =>
    Effect.gen(function* () {
      const { result } = yield* Transcriber
      assert.strictEqual((yield* Effect.flip(result("lecture-1")))._tag, "TranscriptionNotFound")
    }).pipe(Effect.provide(FakeTranscriber.layer()))
  )

  it.effect("names a recording that it was told nothing of", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(transcribe)
      assert.isTrue(Exit.isFailure(exit) && exit.cause._tag === "Die")
      assert.include(String(exit), `told nothing of ${uri}`)
    }).pipe(Effect.provide(FakeTranscriber.layer({ "lecture-2": "no" })))
  )
})
