import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Duration, FastCheck as fc, Schema } from "effect"
import {
  DeadlineExceeded,
  FileNotSaved,
  GatewayBadRequest,
  GatewayInvalidResponse,
  GatewayOutcomeUnknown,
  GatewayRateLimited,
  GatewayRejected,
  GatewayTimeout,
  ImageNotReturned,
  StepError,
  StepFailed,
  TranscriptionNotFound,
  TranscriptionUnknownStatus,
  TranscriptionWaitTimeout,
  TranscriptMissing
} from "effect-model-gateway"

const about = { operation: "queryTranscription", attempts: 3, traceId: "trace-1" }
const issues = [{ path: "data[0].embedding", problem: "must have dimension 2, and has 3" }]

const errors: ReadonlyArray<StepError> = [
  new GatewayBadRequest({ ...about, detail: "the size is odd" }),
  new GatewayRateLimited({ ...about, retryAfter: Duration.seconds(90) }),
  new GatewayOutcomeUnknown({ ...about, reason: "ECONNRESET" }),
  new GatewayInvalidResponse({ ...about, issues, excerpt: "{" }),
  new GatewayRejected({ ...about, code: "5001", msg: "no", data: { left: [0] } }),
  new TranscriptionNotFound({ ...about, id: "call-1", code: "404" }),
  new TranscriptionUnknownStatus({ ...about, id: "call-1", status: 7 }),
  new TranscriptMissing({ ...about, id: "call-1", structure: { words: [1, null] } }),
  new TranscriptionWaitTimeout({
    ...about,
    id: "call-1",
    deadline: Duration.hours(2),
    lastError: new GatewayTimeout({ ...about, limit: Duration.minutes(1) })
  }),
  new ImageNotReturned({
    ...about,
    problem: "broken",
    text: "here it is",
    intact: [{ bytes: new Uint8Array([137, 80, 255, 0]), mimeType: "image/png" }]
  }),
  new DeadlineExceeded({ during: "job/rerank", by: Duration.seconds(3), alive: ["call-1", "call-2"] }),
  new FileNotSaved({ path: "out/a.png", reason: "ENOSPC: no space left on device, write" })
]

/** What a store would keep of a failure, and give back. */
const Kept = Schema.parseJson(StepFailed)
const kept = (failure: StepFailed) => Schema.decodeSync(Kept)(Schema.encodeSync(Kept)(failure))

/** Times are kept in milliseconds, and JSON knows no infinite number: what is finer or longer no gateway sees. */
const isKept = (value: unknown): boolean =>
  Duration.isDuration(value)
    ? Duration.isFinite(value) && value.value._tag === "Millis"
    : !(value instanceof Error) || Object.values(value).every(isKept)
const anyError = Arbitrary.make(StepError).filter(isKept)

const failedWith = (error: StepError, item?: string) =>
  new StepFailed({ pipeline: "searchRecordings", step: "transcribe", item, attempts: 3, error })

describe("StepFailed", () => {
  it.each(errors.map((error) => [error._tag, error] as const))("with a %s is the same after a store", (_, error) => {
    for (const item of ["standup", undefined]) {
      const before = failedWith(error, item)
      const after = kept(before)
      assert.instanceOf(after, StepFailed)
      assert.strictEqual(after.message, before.message)
      assert.deepStrictEqual({ ...after.error }, { ...error })
      assert.deepStrictEqual(
        [after.pipeline, after.step, after.item, after.attempts],
        ["searchRecordings", "transcribe", item, 3]
      )
    }
  })

  it.prop("with any typed error says the same after a store", [anyError, fc.string()], ([error, item]) => {
    const before = failedWith(error, item)
    const after = kept(before)
    assert.strictEqual(after.error._tag, error._tag)
    assert.strictEqual(after.message, before.message)
    for (const { message } of [error, before]) assert.notMatch(message, /[\r\n]/)
  })

  it("says each error on one line, whatever names and ids are in it", () => {
    for (const error of [
      new TranscriptionWaitTimeout({ ...about, id: "a\nb", deadline: Duration.seconds(20) }),
      new DeadlineExceeded({ during: "job/image[a\nb]/order", by: Duration.zero, alive: ["c\r\nd"] }),
      new FileNotSaved({ path: "a\nb", reason: "c\nd" })
    ])
      assert.notMatch(failedWith(error, "e\nf").message + error.message, /[\r\n]/)
  })

  it("names pipeline, step and item, and says what happened and after how many attempts", () => {
    const error = new GatewayBadRequest({ ...about, detail: "the size is odd" })
    assert.strictEqual(
      failedWith(error, "standup").message,
      `searchRecordings: transcribe for standup failed: ${error.message}`
    )
    assert.strictEqual(failedWith(error).message, `searchRecordings: transcribe failed: ${error.message}`)
    assert.match(failedWith(error).message, /the size is odd \(3 attempts, trace trace-1\)$/)
  })

  it("does not read an error that no step can end with", () => {
    const { error, ...rest } = Schema.encodeSync(StepFailed)(failedWith(new FileNotSaved({ path: "a", reason: "b" })))
    assert.throws(() => Schema.decodeUnknownSync(StepFailed)({ ...rest, error: { ...error, _tag: "Other" } }))
  })
})
