import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Layer, Option, Schema, Stream } from "effect"
import type { WaitOptions } from "effect-model-gateway"
import {
  PollPolicy,
  readTranscriptAs,
  Transcriber,
  TranscriptionError,
  TranscriptionOptions
} from "effect-model-gateway"
import type { Answer } from "../support/fakeGateway.js"
import { fakeGateway, json, recorded, text } from "../support/fakeGateway.js"
import { within } from "../support/time.js"
import { accepted, done, id, notFound, record, running, submission } from "../support/transcriptions.js"

/** Uses a transcriber against a script, for as long as it takes. */
const against = <A, E>(script: ReadonlyArray<Answer>, use: (it: Transcriber["Type"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(Transcriber, use).pipe(Effect.provide(Layer.orDie(fakeGateway(script).layer)), within("3 hours"))

const awaiting = (script: ReadonlyArray<Answer>, options?: Partial<WaitOptions>) =>
  against(script, (it) => it.await(id, options))

const written = Schema.parseJson(TranscriptionError)

describe("Transcriber.submit", () => {
  it.effect("gives the envelope of the acceptance", () =>
    Effect.gen(function* () {
      const envelope = yield* against([recorded("submitted.json")], ({ submit }) => submit(submission))
      assert.deepStrictEqual(envelope, { code: "200", msg: "success", data: null, traceId: "a3c1f0d2b7e94c55" })
    })
  )

  it.effect("takes a code for a refusal unless it is 200, though the status is", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(against([notFound], ({ submit }) => submit(submission)))
      assert.deepInclude(error, { _tag: "GatewayRejected", code: "40404", msg: "no record", traceId: "trace-2" })
    })
  )
})

describe("Transcriber.result", () => {
  const result = (answer: Answer) => against([answer], (it) => it.result(id))

  it.effect("gives the record as it is, times and all", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* result(recorded("transcribing.json")), {
        id: "7412009338115",
        bizId: "lecture-1",
        status: 1,
        description: "accepted",
        asrcDesc: "transcribing",
        createTime: "2025-03-14 09:26:53",
        updateTime: "2025-03-14 09:26:58",
        asrcResult: null
      })
      assert.propertyVal(yield* result(recorded("completed.json")), "status", 2)
    })
  )

  it.effect.each([
    ["a refusal without data", recorded("record-not-found.json"), { code: "40404", msg: "record does not exist" }],
    ["success without data", accepted, { code: "200", msg: "success", traceId: "trace-0" }],
    ["a code that is a number", json({ code: 404, msg: null }), { code: "404", msg: undefined }]
  ] as const)("tells that no record is known: %s", ([, answer, fields]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(result(answer))
      assert.deepInclude(error, { _tag: "TranscriptionNotFound", operation: "queryTranscription", id, ...fields })
      assert.include(error.message, `no transcription task ${id} is known (code ${fields.code}`)
    })
  )

  it.effect("takes a refusal with data for a refusal", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(result(json({ code: "500", msg: "broken", data: { at: "node 3" } })))
      assert.deepInclude(error, { _tag: "GatewayRejected", code: "500", data: { at: "node 3" } })
    })
  )

  it.effect("refuses the record of another task", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(result(record(2, { bizId: "lecture-2", asrcResult: "Other words." })))
      assert.propertyVal(error, "_tag", "GatewayInvalidResponse")
      assert.include(error.message, "data.bizId is not the id that was asked for")
      assert.propertyVal(yield* result(record(2, { bizId: null })), "status", 2)
    })
  )

  it.effect("asks isRecordNotFound of the context which refusals mean that", () =>
    Effect.gen(function* () {
      const options = yield* TranscriptionOptions
      const by = (isRecordNotFound: WaitOptions["isRecordNotFound"]) => (answer: Answer) =>
        Effect.flip(Effect.provideService(result(answer), TranscriptionOptions, { ...options, isRecordNotFound }))
      const only40404 = by(({ code }) => code === "40404")
      assert.propertyVal(yield* only40404(notFound), "_tag", "TranscriptionNotFound")
      assert.propertyVal(yield* only40404(json({ code: "500", data: null })), "_tag", "GatewayRejected")
      assert.propertyVal(yield* only40404(accepted), "_tag", "GatewayInvalidResponse")
      const byData = by(({ data }) => data === "gone")
      assert.propertyVal(yield* byData(json({ code: "1", data: "gone" })), "_tag", "TranscriptionNotFound")
    })
  )
})

describe("Transcriber.await", () => {
  it.effect("gives the text, and the record that it was found in", () =>
    Effect.gen(function* () {
      const { record, text, ...rest } = yield* awaiting([recorded("transcribing.json"), recorded("completed.json")])
      assert.deepStrictEqual(rest, { id })
      assert.strictEqual(text, "Good morning. Today we speak of tides.")
      assert.deepInclude(record, { status: 2, updateTime: "2025-03-14 09:27:31" })
    })
  )

  it.effect.each([0, 3, -1, 99])("ends at once at the unknown status %i", (status) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(awaiting([running, record(status, { asrcDesc: "decoder failed" })]))
      assert.deepInclude(error, { _tag: "TranscriptionUnknownStatus", id, status, attempts: 2 })
      assert.include(error.message, `task ${id} has the unknown status ${status}: decoder failed`)
    })
  )

  it.effect("hands over the structure in which it finds no text", () =>
    Effect.gen(function* () {
      const asrcResult = { languages: ["en", "zh"], words: 0 }
      const error = yield* Effect.flip(awaiting([record(2, { asrcResult })]))
      assert.deepInclude(error, { _tag: "TranscriptMissing", id, structure: asrcResult })
      assert.match(error.message, /no text was found in its asrcResult; .*give readTranscript a function/)
      const absent = yield* Effect.flip(awaiting([record(2)]))
      assert.deepInclude(absent, { _tag: "TranscriptMissing", structure: undefined })
    })
  )

  it.effect("takes silence for a transcript", () =>
    Effect.gen(function* () {
      assert.propertyVal(yield* awaiting([record(2, { asrcResult: { text: "" } })]), "text", "")
    })
  )

  it.effect("reads the structure as the call says", () =>
    Effect.gen(function* () {
      const Spoken = Schema.Struct({ said: Schema.Array(Schema.Struct({ w: Schema.String })) })
      const readTranscript = readTranscriptAs(Spoken, ({ said }) => said.map(({ w }) => w).join("-"))
      const given = record(2, { asrcResult: { said: [{ w: "tides" }, { w: "turn" }], text: "no" } })
      assert.propertyVal(yield* awaiting([given], { readTranscript }), "text", "tides-turn")
      const error = yield* Effect.flip(awaiting([done], { readTranscript }))
      assert.deepInclude(error, { _tag: "TranscriptMissing", structure: "Good morning." })
    })
  )

  it.effect("reads the structure as the context says, where the call does not", () =>
    Effect.gen(function* () {
      const options = yield* TranscriptionOptions
      const shouting = { ...options, readTranscript: () => Option.some("GOOD MORNING") }
      const given = Effect.provideService(awaiting([done]), TranscriptionOptions, shouting)
      assert.propertyVal(yield* given, "text", "GOOD MORNING")
      const own = awaiting([done], { readTranscript: () => Option.some("good night") })
      assert.propertyVal(yield* Effect.provideService(own, TranscriptionOptions, shouting), "text", "good night")
    })
  )

  it.effect.each([
    ["status 401", text(null, { status: 401 }), "GatewayUnauthorized"],
    ["status 400", text(null, { status: 400 }), "GatewayBadRequest"],
    ["status 404", text(null, { status: 404 }), "GatewayUnexpectedStatus"],
    ["a refusal with data", json({ code: "500", data: {} }), "GatewayRejected"]
  ] as const)("ends at once on %s", ([, answer, tag]) =>
    Effect.gen(function* () {
      assert.propertyVal(yield* Effect.flip(awaiting([running, answer])), "_tag", tag)
    })
  )

  it.effect.each([
    ["a body that is not JSON", text("oops")],
    ["the record of another task", record(1, { bizId: "lecture-2" })]
  ] as const)("outlives one look at %s, and ends at the second in a row", ([, answer]) =>
    Effect.gen(function* () {
      assert.propertyVal(yield* awaiting([running, answer, running, answer, done]), "id", id)
      const error = yield* Effect.flip(awaiting([running, answer, answer]))
      assert.propertyVal(error, "_tag", "GatewayInvalidResponse")
    })
  )

  it.effect("sends nothing for an id that cannot be one", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(against([], (it) => it.await("")))
      assert.propertyVal(error, "_tag", "GatewayInvalidRequest")
      assert.include(error.message, "id must be a non empty string")
    })
  )

  it.effect("fails with errors that can be stored and read back", () =>
    Effect.gen(function* () {
      const scripts = [[record(7)], [record(2, { asrcResult: 5 })], [text(null, { status: 401 })]]
      const short = { deadline: "1 second", pollPolicy: PollPolicy.fixed("1 second"), notFoundGrace: 0 } as const
      const late = [running, text("busy", { status: 503 })]
      for (const script of [...scripts, late, [notFound]]) {
        const error = yield* Effect.flip(awaiting(script, short))
        const read = yield* Effect.flatMap(Schema.encode(written)(error), Schema.decode(written))
        assert.strictEqual(read._tag, error._tag)
        assert.strictEqual(read.message, error.message)
      }
    })
  )
})

describe("Transcriber.transcribe", () => {
  it.effect("submits, then waits", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([accepted, notFound, running, done])
      const { text } = yield* Effect.flatMap(Transcriber, (it) => it.transcribe(submission)).pipe(
        Effect.provide(gateway.layer),
        within("1 hour")
      )
      assert.strictEqual(text, "Good morning.")
      assert.deepStrictEqual(
        gateway.received.map(({ body }) => body),
        [submission, { id }, { id }, { id }]
      )
    })
  )

  it.effect("does not wait for what was not accepted", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(against([notFound], (it) => it.transcribe(submission)))
      assert.deepInclude(error, { _tag: "GatewayRejected", operation: "submitTranscription" })
    })
  )
})

describe("Transcriber.events", () => {
  const events = (script: ReadonlyArray<Answer>, options?: Partial<WaitOptions>) =>
    against(script, (it) => Stream.runCollect(it.events(id, options)))

  it.effect("gives the state that each look sees, and ends with the completed one", () =>
    Effect.gen(function* () {
      const busy = text("busy", { status: 503 })
      const states = Chunk.toReadonlyArray(yield* events([notFound, notFound, running, busy, running, done]))
      assert.deepStrictEqual(
        states.map(({ _tag }) => _tag),
        ["Pending", "Pending", "Transcribing", "Transcribing", "Completed"]
      )
      assert.deepInclude(states[2], { id, record: { bizId: id, status: 1 } })
      const transcript = { id, text: "Good morning.", record: { bizId: id, status: 2, asrcResult: "Good morning." } }
      assert.deepInclude(states[4], { id, transcript })
    })
  )

  it.effect("looks no further than it is listened to", () =>
    Effect.gen(function* () {
      const first = against([running], (it) => Stream.runHead(it.events(id)))
      assert.propertyVal(Option.getOrThrow(yield* first), "_tag", "Transcribing")
    })
  )

  it.effect("fails as await does, after the states that it saw", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const error = yield* against([running, record(9)], (it) =>
        Effect.flip(Stream.runForEach(it.events(id), ({ _tag }) => Effect.sync(() => seen.push(_tag))))
      )
      assert.propertyVal(error, "_tag", "TranscriptionUnknownStatus")
      assert.deepStrictEqual(seen, ["Transcribing"])
    })
  )
})
