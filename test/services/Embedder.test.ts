import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck, HashSet, Random, Ref } from "effect"
import type { EmbedManyRequest, Usage } from "effect-model-gateway"
import { Embedder, noRetries, RetryPolicy } from "effect-model-gateway"
import type { Answer, GatewayFake, Received } from "../support/fakeGateway.js"
import { fakeGateway, json, recorded, text } from "../support/fakeGateway.js"
import { within } from "../support/time.js"

const embedMany = (gateway: GatewayFake, request: Partial<EmbedManyRequest>, concurrency?: number) =>
  Effect.flatMap(Embedder, (it) => it.embedMany({ model: "m", texts: [], ...request }, { concurrency })).pipe(
    Effect.provide(gateway.layer),
    Effect.provideService(RetryPolicy, noRetries)
  )

const embed = (answer: Answer, dimensions?: number) =>
  Effect.flatMap(Embedder, (it) => it.embed({ model: "m", input: "tides", dimensions })).pipe(
    Effect.provide(fakeGateway([answer]).layer),
    Effect.provideService(RetryPolicy, noRetries)
  )

const reply = (embedding: unknown, index = 0, usage: unknown = { prompt_tokens: 3, total_tokens: 4 }) =>
  json({ object: "list", data: [{ object: "embedding", index, embedding }], model: "m", usage })

const inputOf = ({ body }: Received): string => {
  const { input }: { readonly input: string } = JSON.parse(JSON.stringify(body))
  return input
}

/** The vector that the fake gives for a text: the codes of its letters, three of them. */
const vectorOf = (input: string): ReadonlyArray<number> => [0, 1, 2].map((i) => input.charCodeAt(i) || 0)
const embeds = (received: Received) => reply(vectorOf(inputOf(received)))

describe("Embedder.embed", () => {
  it.effect("gives the reply", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* embed(recorded("embedding.json")), {
        object: "list",
        data: [{ object: "embedding", index: 0, embedding: [0.0123, -0.25, 0.5, 1e-7] }],
        model: "embedder-3",
        usage: { prompt_tokens: 5, total_tokens: 5 }
      })
    })
  )

  it.effect.each([
    ["no vector", json({ data: [] }), undefined, "data must hold 1 vector for 1 text, and holds 0"],
    [
      "two vectors",
      json({ data: [0, 1].map((index) => ({ index, embedding: [1] })) }),
      undefined,
      "data must hold 1 vector for 1 text, and holds 2"
    ],
    ["another index", reply([1], 1), undefined, "data[0].index must be 0 for 1 text, and is 1"],
    ["an empty vector", reply([]), undefined, "data[0].embedding must have dimension 1 or more, and has 0"],
    ["another dimension", reply([1, 2]), 3, "data[0].embedding must have dimension 3, and has 2"],
    ["base64", reply("zczMPQAAgL4="), undefined, "data[0].embedding must be an array of finite numbers, not a string"],
    ["numbers as texts", reply(["1"]), undefined, "data[0].embedding must be an array of finite numbers, not an array"],
    ["a null among numbers", reply([1, null]), undefined, "data[0].embedding must be an array of finite numbers"],
    ["no index", json({ data: [{ embedding: [1] }] }), undefined, "data[0].index is missing"]
  ] as const)("refuses %s", ([, answer, dimensions, problem]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(embed(answer, dimensions))
      assert.deepInclude(error, { _tag: "GatewayInvalidResponse", operation: "createEmbeddings" })
      assert.include(error.message, problem)
    })
  )

  it.effect("asks for no dimension where 0 is sent, for what it means is not shown", () =>
    Effect.gen(function* () {
      assert.nestedPropertyVal(yield* embed(reply([1, 2]), 0), "data[0].embedding.length", 2)
      assert.nestedPropertyVal(yield* embed(reply([1, 2]), 2), "data[0].embedding.length", 2)
    })
  )
})

describe("Embedder.embedMany", () => {
  it.effect.prop(
    "sends each different text once, and gives the vectors in the order of the texts",
    [FastCheck.array(FastCheck.string({ maxLength: 2 }), { maxLength: 12 }), FastCheck.integer({ min: 1, max: 4 })],
    ([texts, concurrency]) =>
      Effect.gen(function* () {
        const gateway = fakeGateway(embeds)
        const { usage, vectors } = yield* embedMany(gateway, { texts }, concurrency)
        assert.deepStrictEqual(vectors, texts.map(vectorOf))
        const sent = gateway.received.map(inputOf)
        assert.sameMembers(sent, [...new Set(texts)])
        assert.deepStrictEqual(usage, {
          inputTokens: 3 * sent.length,
          outputTokens: 0,
          totalTokens: 4 * sent.length
        })
      })
  )

  it.effect("finds the different ones of many texts in time", () =>
    Effect.gen(function* () {
      const embedder = Embedder.make(({ input }) =>
        Effect.succeed({ data: [{ index: 0, embedding: [Number(input)] }] })
      )
      const texts = Array.from({ length: 400_000 }, (_, i) => `${i % 4_000}`)
      const { vectors } = yield* embedder.embedMany({ model: "m", texts })
      assert.lengthOf(vectors, 400_000)
      assert.deepStrictEqual(vectors.slice(3_999, 4_001), [[3_999], [0]])
    })
  )

  it.effect("tells what each request used, also where a later one fails", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([reply([1]), reply([2]), text(null, { status: 401 })])
      const told: Array<Usage> = []
      const onUsage = (usage: Usage) => Effect.sync(() => void told.push(usage))
      const error = yield* Effect.flatMap(Embedder, (it) =>
        it.embedMany({ model: "m", texts: ["a", "b", "c"] }, { concurrency: 1, onUsage })
      ).pipe(Effect.provide(gateway.layer), Effect.flip)
      assert.propertyVal(error, "_tag", "GatewayUnauthorized")
      const each = { inputTokens: 3, outputTokens: 0, totalTokens: 4 }
      assert.deepStrictEqual(told, [each, each])
    })
  )

  it.effect("sends model and dimensions with each text", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway(embeds)
      yield* embedMany(gateway, { texts: ["ebb", "flow"], dimensions: 3 })
      const common = { model: "m", encoding_format: "float", dimensions: 3 }
      assert.deepStrictEqual(
        gateway.received.map(({ body }) => body),
        [
          { ...common, input: "ebb" },
          { ...common, input: "flow" }
        ]
      )
    })
  )

  it.effect("sends nothing for no texts", () =>
    Effect.gen(function* () {
      const given = yield* embedMany(fakeGateway([]), {})
      assert.deepStrictEqual(given, { vectors: [], usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 } })
    })
  )

  it.effect("counts a usage that the reply leaves out as nothing, and one that it half gives as given", () =>
    Effect.gen(function* () {
      const usages = [null, { prompt_tokens: 5 }, { total_tokens: 7 }, {}]
      const gateway = fakeGateway(usages.map((usage) => reply([1], 0, usage)))
      const { usage } = yield* embedMany(gateway, { texts: ["a", "b", "c", "d"] }, 1)
      assert.deepStrictEqual(usage, { inputTokens: 12, outputTokens: 0, totalTokens: 12 })
    })
  )

  it.effect.each([
    [undefined, 8],
    [3, 3],
    [1, 1]
  ] as const)("has with the concurrency %s at most so many requests in flight", ([concurrency, most]) =>
    Effect.gen(function* () {
      const inFlight = yield* Ref.make(HashSet.empty<string>())
      const peaks: Array<number> = []
      const slowly =
        (received: Received): Answer =>
        (request) =>
          Effect.gen(function* () {
            peaks.push(HashSet.size(yield* Ref.updateAndGet(inFlight, HashSet.add(inputOf(received)))))
            yield* Effect.sleep(yield* Random.nextIntBetween(100, 200))
            yield* Ref.update(inFlight, HashSet.remove(inputOf(received)))
            return yield* embeds(received)(request)
          })
      const texts = Array.from({ length: 40 }, (_, i) => `${i}`.padStart(3, "0"))
      const { vectors } = yield* within("1 hour")(embedMany(fakeGateway(slowly), { texts }, concurrency))
      assert.deepStrictEqual(vectors, texts.map(vectorOf))
      assert.strictEqual(Math.max(...peaks), most)
    })
  )

  it.effect("refuses vectors of different dimensions, though none was asked for", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([reply([1, 2]), reply([1, 2, 3])])
      const error = yield* Effect.flip(embedMany(gateway, { texts: ["a", "b"] }))
      assert.propertyVal(error, "_tag", "GatewayInvalidResponse")
      assert.include(error.message, "data[0].embedding must have dimension 2, and has 3")
    })
  )

  it.effect("fails with the first text, before others cost anything", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([text(null, { status: 401 })])
      const error = yield* Effect.flip(embedMany(gateway, { texts: ["a", "b", "c"] }))
      assert.propertyVal(error, "_tag", "GatewayUnauthorized")
      assert.lengthOf(gateway.received, 1)
    })
  )
})

it.effect("a request that does not fit goes nowhere, and names its fields", () =>
  Effect.gen(function* () {
    const gateway = fakeGateway([])
    const request: EmbedManyRequest = JSON.parse('{"model":"m","text":["x"]}')
    const { embedMany } = yield* Embedder.pipe(Effect.provide(gateway.layer))
    const error = yield* Effect.flip(embedMany(request))
    assert.propertyVal(error, "_tag", "GatewayInvalidRequest")
    assert.match(error.message, /text is not a field here/)
    assert.match(error.message, /texts is missing/)
    assert.lengthOf(gateway.received, 0)
  })
)
