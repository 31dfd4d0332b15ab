import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Gateway, Transcriber } from "effect-model-gateway"
import { wav } from "../../engines/support/audio.js"
import { serveFiles } from "../../engines/support/fileServer.js"
import { json } from "../../server/support/http.js"
import { samples } from "../../support/samples.js"
import { apiKey, path, right, started } from "../support/gateway.js"
import { says, upstream } from "../support/upstream.js"

const innerKey = "sk-8Vn1-the-key-of-the-inner-gateway"

/** The services over HTTP, to a gateway. */
const servicesOf = (baseUrl: string, key: string) =>
  Gateway.layer({ baseUrl, apiKey: Redacted.make(key) }).pipe(Layer.provide(NodeHttpClient.layerUndici))

/** Two gateways in a row, and the services over each. */
const inARow = Effect.gen(function* () {
  const inner = yield* started({ apiKey: Redacted.make(innerKey), speed: 1_000 })
  const outer = yield* started({ upstream: { baseUrl: inner.baseUrl, apiKey: Redacted.make(innerKey) } })
  return { direct: servicesOf(inner.baseUrl, innerKey), relayed: servicesOf(outer.baseUrl, apiKey) }
})

/** What differs from call to call: ids, times and traces. */
const lasting = (outcome: unknown): unknown =>
  JSON.parse(
    JSON.stringify(outcome, (name, value: unknown) =>
      /^(traceId|trace_id|created|id|Id|URL|taskId|.*Time)$/.test(name) ? typeof value : value
    )
  )

describe("two gateways in a row", () => {
  it.live.each(samples)("answer $operation.name as the first alone does", ({ call }) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { direct, relayed } = yield* inARow
        const first = yield* Effect.provide(Effect.either(call), direct)
        const second = yield* Effect.provide(Effect.either(call), relayed)
        assert.deepStrictEqual(lasting(second), lasting(first))
      })
    )
  )

  it.live("transcribe a recording to the end", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { relayed } = yield* inARow
        const said = "The tide comes in twice a day."
        const files = yield* serveFiles({ "/tide.wav": wav(2, said) })
        const request = { id: "tide", audio: { uri: `${files.baseUrl}/tide.wav` } }
        const transcript = yield* Effect.flatMap(Transcriber, (it) => it.transcribe(request)).pipe(
          Effect.provide(relayed)
        )
        assert.strictEqual(transcript.text, said)
      })
    )
  )

  it.live("say of a task that nobody knows what the first says", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { relayed } = yield* inARow
        const failure = yield* Effect.flatMap(Transcriber, (it) => Effect.flip(it.result("nobody"))).pipe(
          Effect.provide(relayed)
        )
        assert.strictEqual(failure._tag, "TranscriptionNotFound")
      })
    )
  )
})

describe("keys", () => {
  const vector = { data: [{ index: 0, embedding: [1] }] }

  it.scoped("the upstream gets the key that is for it, and never that of the caller", () =>
    Effect.gen(function* () {
      const inner = yield* upstream(says(200, vector))
      const outer = yield* started({ upstream: { baseUrl: inner.baseUrl, apiKey: Redacted.make(innerKey) } })
      for (const headers of [{}, { authorization: "", "x-goog-api-key": apiKey }]) {
        yield* outer.send({ path: `${path}?key=${apiKey}`, body: right, headers })
      }
      const [first] = inner.received
      assert.strictEqual(first?.headers.authorization, `Bearer ${innerKey}`)
      assert.strictEqual(first?.path, path)
      assert.notInclude(JSON.stringify(inner.received), apiKey)
    })
  )

  it.scoped.each([200, 400, 401, 429, 500, 503])(
    "a caller never learns the upstream's key, which comes back with %s",
    (status) =>
      Effect.gen(function* () {
        const inner = yield* upstream((response, { headers }) =>
          says(
            status,
            { error: { message: `no: ${headers.authorization}` }, data: [headers] },
            { "x-request-id": innerKey }
          )(response)
        )
        const outer = yield* started({ upstream: { baseUrl: inner.baseUrl, apiKey: Redacted.make(innerKey) } })
        const answer = yield* outer.send({ path, body: right })
        assert.lengthOf(inner.received, 1)
        assert.notInclude(answer.bytes.toString() + JSON.stringify(answer.headers), innerKey)
      })
  )

  it.scoped("an upstream that refuses our key is no fault of the caller's", () =>
    Effect.gen(function* () {
      const inner = yield* started({ apiKey: Redacted.make(innerKey) })
      const outer = yield* started({ upstream: { baseUrl: inner.baseUrl, apiKey: Redacted.make("another") } })
      const answer = yield* outer.send({ path, body: right })
      assert.strictEqual(answer.status, 502)
      assert.deepNestedInclude(json(answer), {
        "error.type": "GatewayUnauthorized",
        "error.message": "the gateway behind this one refused the key that this one sends to it"
      })
    })
  )

  it.scoped("a caller without the key reaches no upstream", () =>
    Effect.gen(function* () {
      const inner = yield* upstream(says(200, vector))
      const outer = yield* started({ upstream: { baseUrl: inner.baseUrl, apiKey: Redacted.make(innerKey) } })
      const answer = yield* outer.send({ path, body: right, headers: { authorization: `Bearer ${innerKey}` } })
      assert.strictEqual(answer.status, 401)
      assert.lengthOf(inner.received, 0)
    })
  )
})
