import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, FastCheck, JSONSchema, Schema } from "effect"
import {
  AspectRatio,
  addUsage,
  GeneratedImages,
  noUsage,
  queryTranscription,
  readErrorBody,
  submitTranscription,
  Usage,
  Vector
} from "effect-model-gateway"

describe("Usage", () => {
  const tokens = FastCheck.nat(1_000_000)
  const usage: FastCheck.Arbitrary<Usage> = FastCheck.record({
    inputTokens: tokens,
    outputTokens: tokens,
    totalTokens: tokens
  })

  it.prop("is added up, in any order", [FastCheck.array(usage)], ([usages]) => {
    const sum = addUsage(usages)
    assert.deepStrictEqual(addUsage([...usages].reverse()), sum)
    assert.strictEqual(
      sum.totalTokens,
      usages.map(({ totalTokens }) => totalTokens).reduce((all, one) => all + one, 0)
    )
    assert.deepStrictEqual(addUsage([...usages, noUsage]), sum)
  })

  it("of nothing is none", () => {
    assert.deepStrictEqual(addUsage([]), noUsage)
    assert.deepStrictEqual(addUsage([{ inputTokens: 1, outputTokens: 2, totalTokens: 4 }, noUsage]), {
      inputTokens: 1,
      outputTokens: 2,
      totalTokens: 4
    })
    assert.isTrue(Schema.is(Usage)(noUsage))
  })
})

describe("Vector", () => {
  it.prop("is any list of finite numbers", [Arbitrary.make(Vector)], ([vector]) => {
    assert.strictEqual(Schema.decodeUnknownSync(Vector)(vector), vector)
    assert.strictEqual(Schema.encodeSync(Vector)(vector), vector)
  })

  it.each([
    [[1, Number.NaN]],
    [[Number.POSITIVE_INFINITY]],
    [[1, null]],
    [["1"]],
    [[[1]]],
    ["AAAA"],
    [null],
    [{ 0: 1 }]
  ])("is not %j", (other) => {
    assert.isFalse(Schema.is(Vector)(other))
  })

  it("is not a list with holes", () => {
    assert.isFalse(Schema.is(Vector)(new Array(3)))
  })

  it("has a JSON schema", () => {
    assert.nestedPropertyVal(JSONSchema.make(Vector), "$defs.Vector.items.type", "number")
  })
})

describe("AspectRatio", () => {
  it.each(["1:1", "16:9", "9:16", "21:9", "1920:1080", "1.85:1", "2.39:1", "0.5:1"])("may be %s", (ratio) => {
    assert.isTrue(Schema.is(AspectRatio)(ratio))
  })

  it.each([
    "",
    "16",
    "16:",
    ":9",
    "16x9",
    "0:1",
    "1:0",
    "0.0:1",
    "1.:1",
    "-1:1",
    "16:9:1",
    " 16:9",
    "16:9\n",
    "１６:９"
  ])("may not be %j", (ratio) => {
    assert.isFalse(Schema.is(AspectRatio)(ratio))
  })
})

describe("GeneratedImages", () => {
  it.prop("can be written down and read back", [GeneratedImages], ([images]) => {
    const stored = Schema.parseJson(GeneratedImages)
    const read = Schema.decodeSync(stored)(Schema.encodeSync(stored)(images))
    assert.deepStrictEqual(read.images, images.images)
  })
})

describe("readErrorBody", () => {
  it.each<readonly [unknown, string | undefined, string | undefined]>([
    [{ error: { message: "no", type: "x" }, traceId: "t" }, "no", "t"],
    [{ error: { message: "no", traceId: "t" } }, "no", "t"],
    [{ error: "no", request_id: "t" }, "no", "t"],
    [{ message: "no", requestId: "t" }, "no", "t"],
    [{ code: "500", msg: "no", traceId: "t", data: null }, "no", "t"],
    [{ detail: "no" }, "no", undefined],
    [{ error: { message: "" }, msg: "no", traceId: "" }, "no", undefined],
    [{ error: { message: 5 }, traceId: 5 }, undefined, undefined],
    ["no\n  more", "no more", undefined],
    ["<html><style>p { }</style><script>x < 1</script><p>no</p><p>more</p></html>", "no more", undefined],
    ["", undefined, undefined],
    [[], undefined, undefined],
    [null, undefined, undefined],
    [undefined, undefined, undefined]
  ])("finds in %j the message %s and the trace id %s", (body, detail, traceId) => {
    assert.deepStrictEqual(readErrorBody(body), { detail, traceId })
  })
})

describe("the safety of submitTranscription", () => {
  it("asks for the task by its id, and takes any record for the proof that it is known", () => {
    const { safety } = submitTranscription
    assert(safety._tag === "Keyed")
    const [query, input, known, unknown] = safety.withQuery(
      { id: "lecture-1", audio: { uri: "https://files.test/a.wav" } },
      (query, input, known) => {
        const reply = (data: unknown) => known(Schema.decodeUnknownSync(query.response)({ code: "200", data }))
        return [query.name, input, reply({ status: 1 }), reply(null)]
      }
    )
    assert.deepStrictEqual([query, input, known, unknown], [queryTranscription.name, { id: "lecture-1" }, true, false])
  })
})
