import { assert, describe, it } from "@effect/vitest"
import { Either, Option, Schema } from "effect"
import { codeEnvelope, enveloped, successCode } from "effect-model-gateway"

describe("codeEnvelope", () => {
  const rejection = (body: unknown) => Option.getOrNull(codeEnvelope.rejection(body))

  it("takes every code but 200 for a refusal, a number too", () => {
    for (const code of ["500", "0", "", "2000", " 200", "success"]) {
      assert.deepInclude(rejection({ code, msg: "m", traceId: "t", data: { a: 1 } }), {
        code,
        msg: "m",
        traceId: "t",
        data: { a: 1 }
      })
    }
    assert.deepInclude(rejection({ code: 40404, msg: null, data: null }), { code: "40404", data: null })
  })

  it("takes 200 for none", () => {
    for (const code of [successCode, 200]) assert.isNull(rejection({ code, msg: "success", data: null }))
  })

  it("leaves to the schema what is no envelope: a missing code is no success", () => {
    const decode = Schema.decodeUnknownEither(enveloped(Schema.Unknown))
    for (const body of [{}, { msg: "success" }, { code: null }, { code: true }, [], null, "200", 200]) {
      assert.isNull(rejection(body))
      assert.isTrue(Either.isLeft(decode(body)))
    }
  })

  it("writes what it reads", () => {
    const refusal = { code: "40404", msg: "no record", traceId: "trace-1", data: { a: 1 } }
    assert.deepStrictEqual(codeEnvelope.reject(refusal), refusal)
    assert.deepStrictEqual(rejection(codeEnvelope.reject(refusal)), refusal)
    assert.deepStrictEqual(codeEnvelope.reject({ code: "1" }), { code: "1", msg: "", data: null, traceId: "" })
  })
})

describe("enveloped", () => {
  const Numbered = enveloped(Schema.Number)
  const decode = Schema.decodeUnknownSync(Numbered)

  it("reads code, msg, data and traceId; what is absent as null or not at all", () => {
    const full = { code: "200", msg: "success", data: 5, traceId: "trace-1" }
    assert.deepStrictEqual(decode(full), full)
    assert.deepStrictEqual(decode({ code: 200, msg: null, traceId: null }), { code: "200", data: null })
    assert.throws(() => decode({ ...full, data: "5" }))
  })

  it("writes all of it", () => {
    const encode = Schema.encodeSync(Numbered)
    assert.deepStrictEqual(encode({ code: "200", data: null }), { code: "200", data: null })
  })
})
