import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf, json } from "../../server/support/http.js"
import { fields } from "../../support/places.js"
import { samples } from "../../support/samples.js"
import { attacked } from "../support/attacked.js"
import { path } from "../support/gateway.js"
import { bare, echo, named } from "../support/ownOperations.js"

const own = { bindings: [echo, named, bare] }
const tooDeep = (levels: number) => [{ path: "", problem: `nests lists and objects deeper than ${levels} levels` }]
const lists = (levels: number) => "[".repeat(levels) + "]".repeat(levels)
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`

describe("nesting", () => {
  it.scoped.each([
    ["lists, 101 deep", lists(101)],
    ["objects, 101 deep", objects(101)],
    ["lists, 10,000 deep", lists(10_000)],
    ["objects, 10,000 deep", objects(10_000)],
    ["lists, 5,000,000 deep", lists(5_000_000)],
    ["objects, 1,500,000 deep", objects(1_500_000)],
    ["lists that are never closed", "[".repeat(10_000_000)],
    ["both, after a text with brackets and quotes", `["\\\\\\"]}",${objects(100)}]`]
  ] as const)("%s is refused by name", ([, body]) =>
    Effect.gen(function* () {
      const gateway = yield* attacked(own)
      const answer = yield* gateway.send({ path: "/echo", body })
      assert.strictEqual(answer.status, 400)
      assert.deepStrictEqual(issuesOf(answer), tooDeep(100))
    })
  )

  it.scoped.each([
    ["lists, 100 deep", lists(100)],
    ["objects, 100 deep", objects(100)],
    ["a million lists beside each other", `[${"[],".repeat(999_999)}[]]`],
    ["brackets in texts", JSON.stringify(["[{".repeat(1_000), '\\"'.repeat(1_000), "\\"])],
    ["a text alone", JSON.stringify("[[[")]
  ] as const)("%s is as it should be", ([, body]) =>
    Effect.gen(function* () {
      const gateway = yield* attacked(own)
      const answer = yield* gateway.send({ path: "/echo", body })
      assert.strictEqual(answer.status, 200)
      assert.isTrue(answer.bytes.toString() === body)
    })
  )

  it.scoped("as deep as an option says", () =>
    Effect.gen(function* () {
      const gateway = yield* attacked({ ...own, maxJsonDepth: 8 })
      assert.strictEqual((yield* gateway.send({ path: "/echo", body: lists(8) })).status, 200)
      assert.deepStrictEqual(issuesOf(yield* gateway.send({ path: "/echo", body: lists(9) })), tooDeep(8))
    })
  )

  const everyField = samples.flatMap(({ body, path }) =>
    fields(body).map((place) => ({ field: `${path} ${place.path}`, path, body: place.with("DEEP") }))
  )

  it.scoped.each(everyField)("10,000 levels in $field", ({ body, path }) =>
    Effect.gen(function* () {
      const gateway = yield* attacked()
      for (const deep of [lists(10_000), objects(10_000)]) {
        const answer = yield* gateway.send({ path, body: JSON.stringify(body).replace('"DEEP"', deep) })
        assert.strictEqual(answer.status, 400)
        assert.deepStrictEqual(issuesOf(answer), tooDeep(100))
      }
    })
  )
})

describe("names", () => {
  it.scoped("of a field twice: the last counts, as JSON parsers have it", () =>
    Effect.gen(function* () {
      const gateway = yield* attacked(own)
      const answer = yield* gateway.send({ path: "/echo", body: '{"a":1,"a":2}' })
      assert.deepStrictEqual(json(answer), { a: 2 })
    })
  )

  it.scoped.each(["/echo", "/named", path])("like __proto__ change nothing for others (%s)", (path) =>
    Effect.gen(function* () {
      const gateway = yield* attacked(own)
      const body = '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}'
      yield* gateway.send({ path, body })
      assert.notProperty({}, "polluted")
    })
  )

  it.scoped("of a field that every object seems to have are read from the path", () =>
    Effect.gen(function* () {
      const gateway = yield* attacked(own)
      const answer = yield* gateway.send({ path: "/bare/x", body: "{}" })
      assert.deepStrictEqual(json(answer), { constructor: "x" })
    })
  )
})

describe("text", () => {
  it.scoped.each([
    ["half a character", '"\\ud800"'],
    ["a zero character", '"\\u0000"'],
    ["ten million characters", JSON.stringify("x".repeat(10_000_000))],
    ["a million escapes", JSON.stringify('\\"'.repeat(1_000_000))]
  ] as const)("%s comes back as it went", ([, body]) =>
    Effect.gen(function* () {
      const gateway = yield* attacked(own)
      const answer = yield* gateway.send({ path: "/echo", body })
      assert.strictEqual(answer.status, 200)
      assert.isTrue(answer.bytes.toString() === body)
    })
  )

  it.scoped("half a character is embedded as any other", () =>
    Effect.gen(function* () {
      const gateway = yield* attacked()
      const answer = yield* gateway.send({ path, body: '{"model":"m","input":"\\ud800"}' })
      assert.strictEqual(answer.status, 200)
    })
  )

  const bytes = (...values: ReadonlyArray<number>) => [Uint8Array.from(values)]

  it.scoped.each([
    ["a byte that no character begins with", bytes(0x22, 0xff, 0x22)],
    ["a character cut off", bytes(0x22, 0xe4, 0xb8, 0x22)],
    ["a character cut off by the end", bytes(0x22, 0xe4)],
    ["half a character in three bytes", bytes(0x22, 0xed, 0xa0, 0x80, 0x22)],
    ["a slash in two bytes", bytes(0x22, 0xc0, 0xaf, 0x22)],
    ["UTF-16", bytes(0xff, 0xfe, 0x22, 0, 0x22, 0)]
  ] as const)("%s is no UTF-8, and refused", ([, body]) =>
    Effect.gen(function* () {
      const gateway = yield* attacked(own)
      const answer = yield* gateway.send({ path: "/echo", body })
      assert.strictEqual(answer.status, 400)
      assert.deepStrictEqual(issuesOf(answer), [{ path: "", problem: "must be UTF-8, and is not" }])
    })
  )

  it.scoped.each([
    ["under its length", '\ufeff"x"'],
    ["in chunks", [new TextEncoder().encode('\ufeff"x"')]]
  ] as const)("a byte order mark is passed over, %s", ([, body]) =>
    Effect.gen(function* () {
      const gateway = yield* attacked(own)
      assert.strictEqual(json(yield* gateway.send({ path: "/echo", body })), "x")
    })
  )
})
