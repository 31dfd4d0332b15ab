import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Embedder } from "effect-model-gateway"
import { EmbeddedGateway } from "effect-model-gateway/embedded"
import OpenAI from "openai"
import type { Place } from "./support/gateway.js"
import { ask, gateway, refusal } from "./support/gateway.js"

const client = ({ apiKey, baseUrl }: Place) => new OpenAI({ apiKey, baseURL: `${baseUrl}/v1` })
const model = "words"

/** What our own client is given for a text, as 32-bit floats. */
const ours = (input: string) =>
  Effect.map(
    Effect.flatMap(Embedder, (embedder) => embedder.embed({ model, input })),
    ({ data }) => (data[0]?.embedding ?? []).map(Math.fround)
  )

it.scopedLive("a text's vector is ours, sent as base64", () =>
  Effect.gen(function* () {
    const place = yield* gateway
    const reply = yield* ask(() => client(place).embeddings.create({ model, input: "Where is my parcel?" }))
    const own = yield* Effect.provide(ours("Where is my parcel?"), EmbeddedGateway.services).pipe(
      Effect.provide(place.layer)
    )
    assert.isAbove(own.length, 0)
    assert.deepStrictEqual(reply, {
      object: "list",
      data: [{ object: "embedding", index: 0, embedding: own }],
      model,
      usage: { prompt_tokens: 4, total_tokens: 4 }
    })
  })
)

it.scopedLive("a list's vectors stand at the positions of their texts, and its usage is of all", () =>
  Effect.gen(function* () {
    const place = yield* gateway
    const input = ["a red ship", "a blue sky over the sea", "a red ship", ""]
    const reply = yield* ask(() => client(place).embeddings.create({ model, input, dimensions: 32, user: "user-1" }))
    const single = yield* Effect.forEach(input, (one) =>
      ask(() => client(place).embeddings.create({ model, input: one, dimensions: 32 }))
    )
    assert.deepStrictEqual(
      reply.data.map(({ index }) => index),
      [0, 1, 2, 3]
    )
    assert.deepStrictEqual(
      reply.data.map(({ embedding }) => embedding),
      single.map(({ data }) => data[0]?.embedding)
    )
    assert.lengthOf(reply.data[1]?.embedding ?? [], 32)
    const used = single.reduce((sum, { usage }) => sum + usage.total_tokens, 0)
    assert.isAbove(used, 3)
    assert.deepStrictEqual(reply.usage, { prompt_tokens: used, total_tokens: used })
  })
)

it.scopedLive("numbers come as they are where they are asked for", () =>
  Effect.gen(function* () {
    const place = yield* gateway
    const numbers = yield* ask(() => client(place).embeddings.create({ model, input: ["a"], encoding_format: "float" }))
    const floats = yield* ask(() => client(place).embeddings.create({ model, input: ["a"] }))
    assert.deepStrictEqual(numbers.data[0]?.embedding.map(Math.fround), floats.data[0]?.embedding)
    assert.notDeepEqual(numbers.data, floats.data)
  })
)

it.scopedLive("a request that is refused says why, and under which trace id", () =>
  Effect.gen(function* () {
    const place = yield* gateway
    const error = yield* refusal(() => client(place).embeddings.create({ model, input: [[1, 2], [3]] }))
    assert.instanceOf(error, OpenAI.BadRequestError)
    assert.strictEqual(error.message, "400 input must be text: token arrays are not taken")
    assert.strictEqual(error.type, "GatewayInvalidRequest")
    assert.match(String(error.requestID), /^[0-9a-f]{32}$/)
  })
)

it.scopedLive("a wrong key is its own error of the client", () =>
  Effect.gen(function* () {
    const place = yield* gateway
    const error = yield* refusal(() => client({ ...place, apiKey: "wrong" }).embeddings.create({ model, input: "a" }))
    assert.instanceOf(error, OpenAI.AuthenticationError)
    const said = "401 the key that was sent is not the gateway's; send it as Authorization: Bearer <API_KEY>"
    assert.strictEqual(error.message, said)
  })
)
