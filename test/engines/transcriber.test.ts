import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option, Stream, TestClock } from "effect"
import { Transcriber } from "effect-model-gateway"
import { EngineState } from "effect-model-gateway/engines"
import { recording, text } from "./support/audio.js"
import { serveFiles } from "./support/fileServer.js"
import { submit, transcriber } from "./support/transcription.js"

const start = Date.UTC(2031, 1, 3, 4, 5, 6)

const standup = serveFiles({ "/standup.flac": recording("standup.flac") })

describe("TranscriberEngine", () => {
  it.scoped("transcribes for as long as the recording lasts, divided by the speed", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const { baseUrl } = yield* standup
      const { result } = yield* Transcriber
      yield* submit(`${baseUrl}/standup.flac`)

      const running = yield* result("task-1")
      assert.match(running.id ?? "", /^[0-9a-f]{32}$/)
      assert.deepStrictEqual(running, {
        id: running.id,
        bizId: "task-1",
        status: 1,
        description: "Text from the recording's lyrics tag.",
        asrcDesc: "transcribing",
        createTime: "2031-02-03 04:05:06",
        updateTime: "2031-02-03 04:05:06"
      })

      // 19.0890625 s at a speed of 2.
      yield* TestClock.adjust("9544 millis")
      assert.deepStrictEqual(yield* result("task-1"), running)
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* result("task-1"), {
        ...running,
        status: 2,
        asrcDesc: "completed",
        updateTime: "2031-02-03 04:05:15",
        asrcResult: { text: text("texts/standup.txt"), duration: 19.0890625, rate: 16_000 }
      })
    }).pipe(Effect.provide(transcriber({ speed: 2 })))
  )

  it.scoped("has a speed of 20 by default", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* standup
      const { result } = yield* Transcriber
      yield* submit(`${baseUrl}/standup.flac`)
      yield* TestClock.adjust("954 millis")
      assert.strictEqual((yield* result("task-1")).status, 1)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* result("task-1")).status, 2)
    }).pipe(Effect.provide(transcriber()))
  )

  it.scoped("accepts with the envelope of the specification", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* standup
      const accepted = yield* submit(`${baseUrl}/standup.flac`)
      assert.match(accepted.traceId ?? "", /^[0-9a-f]{32}$/)
      assert.deepStrictEqual(accepted, { code: "200", msg: "success", data: null, traceId: accepted.traceId })
    }).pipe(Effect.provide(transcriber()))
  )

  it.scoped("is waited for like any other, and its transcript is found", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* standup
      const { await: awaited, events } = yield* Transcriber
      yield* submit(`${baseUrl}/standup.flac`)
      const waiting = yield* Effect.fork(awaited("task-1"))
      const states = yield* Effect.fork(Stream.runCollect(Stream.map(events("task-1"), ({ _tag }) => _tag)))
      yield* TestClock.adjust("1 minute")
      const transcript = yield* Fiber.join(waiting)
      assert.strictEqual(transcript.text, text("texts/standup.txt"))
      const seen = [...(yield* Fiber.join(states))]
      assert.isAbove(seen.length, 2)
      assert.deepStrictEqual(new Set(seen.slice(0, -1)), new Set(["Transcribing"]))
      assert.strictEqual(seen.at(-1), "Completed")
    }).pipe(Effect.provide(transcriber({ speed: 1 })))
  )

  it.scoped("keeps the first task of an id that is submitted again", () =>
    Effect.gen(function* () {
      const { asked, baseUrl } = yield* serveFiles({
        "/standup.flac": recording("standup.flac"),
        "/sourdough.flac": recording("sourdough.flac")
      })
      const { result } = yield* Transcriber
      yield* submit(`${baseUrl}/standup.flac`)
      const first = yield* result("task-1")
      yield* TestClock.adjust("1 minute")
      const accepted = yield* submit(`${baseUrl}/sourdough.flac`)
      assert.strictEqual(accepted.code, "200")
      const kept = yield* result("task-1")
      assert.strictEqual(kept.id, first.id)
      assert.strictEqual(kept.createTime, first.createTime)
      assert.propertyVal(kept.asrcResult, "text", text("texts/standup.txt"))
      assert.deepStrictEqual(asked, ["/standup.flac"])
    }).pipe(Effect.provide(transcriber()))
  )

  it.scoped("keeps one task of an id that is submitted twice at once", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* standup
      const { tasks } = yield* EngineState
      yield* Effect.all([submit(`${baseUrl}/standup.flac`), submit(`${baseUrl}/standup.flac`)], { concurrency: 2 })
      assert.lengthOf(yield* tasks.all, 1)
    }).pipe(Effect.provide(transcriber()))
  )

  it.scoped("keeps no task of a recording that it refused", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* standup
      const { tasks } = yield* EngineState
      yield* Effect.flip(submit(`${baseUrl}/another.flac`))
      assert.isTrue(Option.isNone(yield* tasks.get("task-1")))
      yield* submit(`${baseUrl}/standup.flac`)
      assert.lengthOf(yield* tasks.all, 1)
    }).pipe(Effect.provide(transcriber()))
  )

  it.effect("knows no task that was not submitted", () =>
    Effect.gen(function* () {
      const { result } = yield* Transcriber
      const error = yield* Effect.flip(result("task-1"))
      assert(error._tag === "TranscriptionNotFound")
      assert.deepStrictEqual([error.id, error.code, error.msg], ["task-1", "404", "record not found"])
      assert.match(error.traceId ?? "", /^[0-9a-f]{32}$/)
    }).pipe(Effect.provide(transcriber()))
  )

  it.effect("says so in the envelope of the options", () =>
    Effect.gen(function* () {
      const { result } = yield* Transcriber
      const error = yield* Effect.flip(result("task-1"))
      assert(error._tag === "TranscriptionNotFound")
      assert.deepStrictEqual([error.code, error.msg], ["A1204", "no such task"])
    }).pipe(Effect.provide(transcriber({ recordNotFound: { code: "A1204", msg: "no such task" } })))
  )

  it.effect("refuses a request that does not fit before it downloads", () =>
    Effect.gen(function* () {
      const { submit: send } = yield* Transcriber
      const error = yield* Effect.flip(send({ id: "", audio: { uri: "" } }))
      assert(error._tag === "GatewayInvalidRequest")
      assert.deepStrictEqual(
        error.issues.map(({ path }) => path),
        ["id", "audio.uri"]
      )
    }).pipe(Effect.provide(transcriber()))
  )
})
