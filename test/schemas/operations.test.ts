import { isDeepStrictEqual } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import type { FastCheck } from "effect"
import { Arbitrary, Effect, ParseResult, SchemaAST } from "effect"
import type { GatewayInvalidRequest, Operation } from "effect-model-gateway"
import { accept, operations, Path } from "effect-model-gateway"
import { fields, objects, places } from "../support/places.js"
import { specification } from "../support/specification.js"

const shown = specification.map((one) => {
  const operation: Operation.Any | undefined = operations.find(({ name }) => name === one.name)
  assert(operation !== undefined)
  return { ...one, operation }
})

/** Takes a request in as a client without types would; gives what is wrong with it. */
const problemsOf = (operation: Operation.Any, request: unknown): Effect.Effect<ReadonlyArray<string>> => {
  const taken: Effect.Effect<unknown, GatewayInvalidRequest> = Reflect.apply(
    Reflect.apply(accept, undefined, [operation]),
    undefined,
    [request]
  )
  return Effect.match(taken, {
    onSuccess: () => [],
    onFailure: ({ issues }) => issues.map(({ path, problem }) => `${path} ${problem}`)
  })
}

const wrongFor = (value: unknown): ReadonlyArray<unknown> =>
  typeof value === "number" ? ["5", true, 1.5] : [5, typeof value === "object" ? "text" : {}]

const isCarried = (name: string, value: unknown): boolean =>
  name !== "extra" && name !== "__proto__" && value !== null && (typeof value !== "number" || Number.isFinite(value))

/** What goes over the wire of a value, without the unknown field `extra`, and with null as absent, as both sides read it. */
const onTheWire = (value: unknown): unknown =>
  JSON.parse(JSON.stringify({ value }, (name, one) => (isCarried(name, one) ? one : undefined))).value

it("the operations are those that the specification shows, in its order", () => {
  assert.deepStrictEqual(
    operations.map(({ name }) => name),
    specification.map(({ name }) => name)
  )
})

describe.each(shown)("$name (specification $section)", (one) => {
  const { empty = [], needed, operation, request, required, response, used = [] } = one
  const decodeReply: (reply: unknown) => unknown = ParseResult.decodeUnknownSync(operation.response)

  it("has the method, paths and safety that are shown", () => {
    const { equivalentPaths, method, path, safety } = operation
    assert.deepStrictEqual(
      { method, path, equivalentPaths, safety: safety._tag },
      { method: one.method, path: one.path, equivalentPaths: one.equivalentPaths, safety: one.safety }
    )
    assert.strictEqual("envelope" in operation, path.startsWith("/tk/v1/speech"))
    assert.includeMembers(Object.keys(request), [...Path.parameters(path)])
  })

  it("sends every field that is shown, as it is", () => {
    const accepted = ParseResult.decodeUnknownSync(operation.request)(request)
    assert.deepStrictEqual(accepted, request)
    assert.deepStrictEqual(ParseResult.encodeUnknownSync(operation.request)(accepted), request)
  })

  it.effect.each(fields(request))("asks for the field $path of a request exactly where it must", (field) =>
    Effect.gen(function* () {
      const problems = yield* problemsOf(operation, field.with(undefined))
      assert.deepStrictEqual(problems, required.includes(field.path) ? [`${field.path} is missing`] : [])
    })
  )

  it.effect.each(places(request))("refuses a wrong type in $path of a request, and only that", (place) =>
    Effect.gen(function* () {
      for (const wrong of [null, ...wrongFor(place.value)]) {
        const problems = yield* problemsOf(operation, place.with(wrong))
        assert.lengthOf(problems, 1)
        assert.match(problems[0] ?? "", /must be .+/)
        assert.strictEqual(problems[0]?.split(" ")[0], place.path)
      }
    })
  )

  it.effect.each(objects(request))("refuses an unknown field in $path of a request by name", ({ path, ...place }) =>
    Effect.gen(function* () {
      const problems = yield* problemsOf(operation, place.with({ ...Object(place.value), extra: "value" }))
      assert.deepStrictEqual(problems, [`${path === "" ? "" : `${path}.`}extra is not a field here`])
    })
  )

  it("gives every field of a reply that is shown", () => {
    assert.deepStrictEqual(decodeReply(response), response)
  })

  it.each(fields(response))("needs the field $path of a reply exactly where it is of use", (field) => {
    for (const nothing of [undefined, null]) {
      const reply = field.with(nothing)
      if (nothing === null && empty.includes(field.path)) assert.doesNotThrow(() => decodeReply(reply))
      else if (needed.includes(field.path)) assert.throws(() => decodeReply(reply))
      else assert.deepStrictEqual(onTheWire(decodeReply(reply)), onTheWire(decodeReply(field.with(undefined))))
    }
  })

  it.each(fields(response))("is not lost for a wrong type in $path of a reply, unless it is of use", (field) => {
    for (const wrong of [5.5, "text", true, {}, []]) {
      const reply = field.with(wrong)
      if ([...needed, ...used].includes(field.path)) continue
      const [read, without, same] = [decodeReply(reply), decodeReply(field.with(undefined)), reply].map(onTheWire)
      assert.isTrue(isDeepStrictEqual(read, without) || isDeepStrictEqual(read, same), JSON.stringify(read))
    }
  })

  it.each(objects(response))("passes unknown fields in $path of a reply", ({ value, with: put }) => {
    const widened = put({ ...Object(value), extra: { a: 1 } })
    assert.deepStrictEqual(onTheWire(decodeReply(widened)), onTheWire(response))
  })

  it("names its schemas, so that documents derived from them can", () => {
    const named = (ast: SchemaAST.AST) => SchemaAST.getIdentifierAnnotation(ast)._tag === "Some"
    assert.isTrue(named(operation.request.ast))
    assert.isTrue(named(operation.response.ast) || operation.name === "orderVideo")
  })

  const anyRequest: FastCheck.Arbitrary<unknown> = Arbitrary.make(operation.request)
  const anyReply: FastCheck.Arbitrary<unknown> = Arbitrary.make(operation.response)

  it.prop("requests survive the way there", [anyRequest], ([any]) => {
    const sent = onTheWire(ParseResult.encodeUnknownSync(operation.request)(any))
    const taken = ParseResult.decodeUnknownSync(operation.request)(sent)
    assert.deepStrictEqual(onTheWire(taken), onTheWire(any))
  })

  it.prop("replies survive the way back", [anyReply], ([any]) => {
    const sent = onTheWire(ParseResult.encodeUnknownSync(operation.response)(any))
    assert.deepStrictEqual(onTheWire(decodeReply(sent)), onTheWire(any))
  })
})
