import { FetchHttpClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Config, ConfigProvider, Effect, Inspectable, Layer, Redacted, Tracer } from "effect"
import type { GatewayClientOptions } from "effect-model-gateway"
import { Embedder, Gateway, GatewayClient, noRetries, rerankDocuments } from "effect-model-gateway"
import { apiKey, baseUrl, fakeGateway, json, recorded, text } from "../support/fakeGateway.js"

const rerank = Effect.flatMap(GatewayClient, ({ execute }) =>
  execute(rerankDocuments)({ model: "ranker-1", query: "q", documents: ["a", "b", "c"] })
)

/** Builds a client from environment variables, and calls a gateway with it. */
const fromEnvironment = (variables: Readonly<Record<string, string>>, layer = GatewayClient.layerConfig()) => {
  const gateway = fakeGateway([recorded("ranking.json")])
  const call = rerank.pipe(
    Effect.provide(Layer.provide(layer, Layer.succeed(HttpClient.HttpClient, gateway.client))),
    Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables))))
  )
  return Effect.map(call, () => gateway.received[0])
}

const complete = { MODEL_GATEWAY_BASE_URL: "https://one.test/ai", MODEL_GATEWAY_API_KEY: apiKey }

describe("GatewayClient.layerConfig", () => {
  it.effect("reads MODEL_GATEWAY_BASE_URL and MODEL_GATEWAY_API_KEY", () =>
    Effect.gen(function* () {
      const request = yield* fromEnvironment(complete)
      assert.strictEqual(request?.url, "https://one.test/ai/v1/rerank")
      assert.strictEqual(request?.headers.authorization, `Bearer ${apiKey}`)
    })
  )

  it.effect("reads what it is told to read", () =>
    Effect.gen(function* () {
      const own = GatewayClient.layerConfig({ baseUrl: Config.string("URL"), apiKey: Config.redacted("TOKEN") })
      const request = yield* fromEnvironment({ URL: "https://two.test", TOKEN: "token-2" }, own)
      assert.strictEqual(request?.url, "https://two.test/v1/rerank")
      assert.strictEqual(request?.headers.authorization, "Bearer token-2")
    })
  )

  it.effect.each(["MODEL_GATEWAY_BASE_URL", "MODEL_GATEWAY_API_KEY"] as const)("names %s where it is missing", (name) =>
    Effect.gen(function* () {
      const { [name]: _, ...rest } = complete
      const error = yield* Effect.flip(fromEnvironment(rest))
      assert.propertyVal(error, "_op", "MissingData")
      assert.include(error.message, `${name} is not set: set it`)
      assert.notInclude(error.message, apiKey)
    })
  )

  it.effect("Gateway.layerConfig gives every service", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([recorded("embedding.json")])
      const { model } = yield* Effect.flatMap(Embedder, ({ embed }) => embed({ model: "m", input: "a" })).pipe(
        Effect.provide(Layer.provide(Gateway.layerConfig(), Layer.succeed(HttpClient.HttpClient, gateway.client))),
        Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(complete))))
      )
      assert.strictEqual(model, "embedder-3")
      assert.strictEqual(gateway.received[0]?.url, "https://one.test/ai/v1/embeddings")
    })
  )
})

describe("GatewayClient.layer", () => {
  const secret = "pass-word-9"
  const build = (options: Partial<GatewayClientOptions>) => Effect.provide(rerank, fakeGateway([], options).layer)

  it.effect.each([
    { baseUrl: "" },
    { baseUrl: "gateway.test" },
    { baseUrl: "/v1" },
    { baseUrl: "ftp://gateway.test" },
    { baseUrl: "file:///etc/gateway" },
    { baseUrl: `https://gateway.test?key=${secret}` },
    { baseUrl: `https://gateway.test#${secret}` },
    { baseUrl: `https://me:${secret}@gateway.test` },
    { baseUrl: new URL(`https://${secret}@gateway.test`) },
    { apiKey: Redacted.make("") },
    { apiKey: Redacted.make(`${secret}\n`) },
    { apiKey: Redacted.make(`${secret} `) },
    { apiKey: Redacted.make(`${secret}\r\nX-Admin: 1`) },
    { apiKey: Redacted.make(`${secret}é`) }
  ])("refuses %j, naming the option and showing no secret", (options) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(build(options))
      assert.propertyVal(error, "_op", "InvalidData")
      assert.include(error.message, "baseUrl" in options ? "baseUrl" : "apiKey")
      assert.include(error.message, "baseUrl" in options ? "MODEL_GATEWAY_BASE_URL" : "MODEL_GATEWAY_API_KEY")
      assert.notInclude(`${error.message} ${JSON.stringify(error)} ${Inspectable.format(error)}`, secret)
    })
  )

  it.effect.each([
    ["https://gateway.test", "https://gateway.test/v1/rerank"],
    ["http://127.0.0.1:8080/", "http://127.0.0.1:8080/v1/rerank"],
    ["https://gateway.test/?", "https://gateway.test/v1/rerank"],
    ["https://gateway.test/a%20b/#", "https://gateway.test/a%20b/v1/rerank"]
  ] as const)("joins base URL and path: %s", ([baseUrl, url]) =>
    Effect.gen(function* () {
      const gateway = fakeGateway([recorded("ranking.json")], { baseUrl })
      yield* Effect.provide(rerank, gateway.layer)
      assert.strictEqual(gateway.received[0]?.url, url)
    })
  )

  it.effect("gives transformClient the last word on the client", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([recorded("ranking.json")], {
        transformClient: HttpClient.mapRequest(HttpClientRequest.setHeader("x-team", "tides"))
      })
      yield* Effect.provide(rerank, gateway.layer)
      assert.propertyVal(gateway.received[0]?.headers, "x-team", "tides")
    })
  )

  it.effect.each([
    { propagateTrace: undefined, goesOut: false },
    { propagateTrace: false, goesOut: false },
    { propagateTrace: true, goesOut: true }
  ])("sends trace headers: $goesOut, where propagateTrace is $propagateTrace", ({ goesOut, propagateTrace }) =>
    Effect.gen(function* () {
      const gateway = fakeGateway([recorded("ranking.json")], { propagateTrace })
      yield* Effect.withSpan(Effect.provide(rerank, gateway.layer), "job")
      const headers = Object.keys(gateway.received[0]?.headers ?? {})
      assert.strictEqual(headers.includes("traceparent"), goesOut)
      assert.strictEqual(headers.includes("b3"), goesOut)
    })
  )

  it.effect("opens a span that names the operation", () =>
    Effect.gen(function* () {
      const names: Array<string> = []
      const { span } = yield* Effect.tracer
      const spy = Tracer.make({
        context: (run) => run(),
        span: (name, ...rest) => {
          names.push(name)
          return span(name, ...rest)
        }
      })
      yield* rerank.pipe(Effect.provide(fakeGateway([recorded("ranking.json")]).layer), Effect.withTracer(spy))
      assert.include(names, "gateway.rerankDocuments")
    })
  )

  it.effect(
    "follows no redirect, for it would carry the key elsewhere: fetch is told so, and keeps its other options",
    () =>
      Effect.gen(function* () {
        const inits: Array<RequestInit | undefined> = []
        const fetch: typeof globalThis.fetch = (_, init) => {
          inits.push(init)
          return Promise.resolve(new Response(null, { status: 302, headers: { location: "https://elsewhere.test" } }))
        }
        const client = Layer.provide(
          GatewayClient.layer({ baseUrl, apiKey: Redacted.make(apiKey) }),
          FetchHttpClient.layer
        )
        const error = yield* rerank.pipe(
          Effect.provide(client),
          Effect.provideService(FetchHttpClient.Fetch, fetch),
          Effect.provideService(FetchHttpClient.RequestInit, { credentials: "omit" }),
          Effect.flip
        )
        assert.deepInclude(error, { _tag: "GatewayUnexpectedStatus", status: 302 })
        assert.lengthOf(inits, 1)
        assert.deepInclude(inits[0], { redirect: "manual", credentials: "omit" })
      })
  )

  it.effect("reads a reply of just the size that is allowed, and of no byte more", () =>
    Effect.gen(function* () {
      const reply = json({ results: [] })
      const size = JSON.stringify({ results: [] }).length
      const ofAtMost = (maxReplyBytes: number) =>
        Effect.provide(rerank, fakeGateway([reply], { maxReplyBytes, retries: noRetries }).layer)
      assert.deepStrictEqual(yield* ofAtMost(size), { results: [] })
      assert.propertyVal(yield* Effect.flip(ofAtMost(size - 1)), "_tag", "GatewayInvalidResponse")
    })
  )

  it.effect("reads characters that the network cuts in two", () =>
    Effect.gen(function* () {
      const bytes = new TextEncoder().encode('{"id":"潮汐🌊","results":[]}')
      const body = new ReadableStream({
        start: (controller) => {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
          controller.close()
        }
      })
      const { id } = yield* Effect.provide(rerank, fakeGateway([text(body)]).layer)
      assert.strictEqual(id, "潮汐🌊")
    })
  )
})
