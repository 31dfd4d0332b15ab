import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Logger, LogLevel, Schema, TestClock } from "effect"
import type { CallEvent, CallSum, Retries } from "effect-model-gateway"
import {
  addCall,
  Embedder,
  GatewayClient,
  ImageGenerator,
  noRetries,
  Operation,
  PollPolicy,
  RetryPolicy,
  Safety,
  stage,
  step,
  Transcriber,
  VideoOrders,
  withCalls
} from "effect-model-gateway"
import { GatewayServer } from "effect-model-gateway/testing"
import type { Answer } from "../support/fakeGateway.js"
import { fakeGateway, hangs, json, recorded, systemError, text, unreachable } from "../support/fakeGateway.js"
import { samples } from "../support/samples.js"
import { within } from "../support/time.js"
import { accepted, notFound, running, submission } from "../support/transcriptions.js"
import { videoOrder } from "../support/videoOrder.js"

const embed = Effect.flatMap(Embedder, (it) => it.embed({ model: "embedder-3", input: "tides" }))
const order = Effect.flatMap(VideoOrders, (it) => it.place(videoOrder))
const submit = Effect.flatMap(Transcriber, (it) => it.submit(submission))

/** Three retries, after 1 s, 2 s and 4 s. */
const steady: Retries = {
  retries: 3,
  longestWait: "1 minute",
  backoff: PollPolicy.growing({ from: "1 second", to: "1 minute", factor: 2, jitter: 0 })
}

/** The calls that are told while an effect runs, whether it fails or not. */
const told = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const calls: Array<CallEvent> = []
    yield* effect.pipe(
      withCalls((call) => Effect.sync(() => calls.push(call))),
      Effect.exit,
      within("1 hour")
    )
    return calls
  })

/** The only call that is told. */
const theOne = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(told(effect), ([call, ...others]) => {
    assert(call !== undefined)
    assert.lengthOf(others, 0)
    return call
  })

const gatewayOf = (script: ReadonlyArray<Answer>, options: Parameters<typeof fakeGateway>[1] = {}) =>
  fakeGateway(script, { retries: steady, ...options })

const slow =
  (millis: number, answer: Answer): Answer =>
  (request) =>
    Effect.delay(answer(request), millis)
const limited = (seconds: number) => text("later", { status: 429, headers: { "retry-after": String(seconds) } })
const reset = unreachable(systemError("ECONNRESET"))
const good = recorded("embedding.json")

const ofEmbedding = { inputTokens: 5, outputTokens: 0, totalTokens: 5 }
const used: Readonly<Record<string, CallEvent["usage"]>> = {
  createEmbeddings: ofEmbedding,
  generateChatImage: { inputTokens: 11, outputTokens: 1290, totalTokens: 1301 },
  generateNativeImage: { inputTokens: 7, outputTokens: 1290, totalTokens: 1297 }
}

describe("a call is told", () => {
  it.effect.each(samples)("of $operation.name: its model, its safety, its times and what it used", (sample) =>
    Effect.gen(function* () {
      const { call, operation, reply } = sample
      yield* TestClock.adjust("1 minute")
      const event = yield* theOne(Effect.provide(call, gatewayOf([slow(250, recorded(reply))]).layer))
      assert.deepStrictEqual(event, {
        operation: operation.name,
        safety: operation.safety._tag,
        model: {
          generateChatImage: "painter-2",
          generateNativeImage: "painter-2",
          createEmbeddings: "embedder-3",
          rerankDocuments: "ranker-1",
          orderVideo: "director-1"
        }[operation.name],
        item: undefined,
        path: "",
        startedAt: 60_000,
        endedAt: 60_250,
        attempts: 1,
        backoff: 0,
        cooldown: 0,
        usage: used[operation.name]
      })
    })
  )

  it.effect("with the step that made it, and the item that it is for", () =>
    Effect.gen(function* () {
      const inStep = order.pipe(step("order", { success: Schema.Unknown }), stage("image", { item: "a tower" }))
      const event = yield* theOne(stage("job")(inStep).pipe(Effect.provide(gatewayOf([json({})]).layer)))
      assert.deepInclude(event, { item: "a tower", path: "job/image[a tower]/order" })
    })
  )

  it.effect("once, however often it was tried: with the waits before, and the requests", () =>
    Effect.gen(function* () {
      const script = [slow(500, reset), slow(500, reset), slow(500, good)]
      const event = yield* theOne(Effect.provide(embed, gatewayOf(script).layer))
      assert.deepInclude(event, { attempts: 3, backoff: 3000, cooldown: 0, startedAt: 0, endedAt: 4500 })
      assert.notProperty(event, "failure")
    })
  )

  it.effect("with what it failed with", () =>
    Effect.gen(function* () {
      const no = text("no", { status: 400, headers: { "x-trace-id": "trace-9" } })
      const event = yield* theOne(Effect.provide(embed, gatewayOf([limited(2), no]).layer))
      assert.deepInclude({ ...event.failure }, { _tag: "GatewayBadRequest", attempts: 2, traceId: "trace-9" })
      assert.deepInclude(event, { attempts: 2, backoff: 2000 })
    })
  )

  it.effect("that did not fit, and was not sent: with no attempt", () =>
    Effect.gen(function* () {
      const misspelt = Effect.flatMap(ImageGenerator, (it) => it.chat({ model: "m", messages: [] }))
      const event = yield* theOne(Effect.provide(misspelt, gatewayOf([]).layer))
      assert.deepInclude(event, { operation: "generateChatImage", model: "m", attempts: 0 })
      assert.propertyVal(event.failure, "_tag", "GatewayInvalidRequest")
    })
  )

  it.effect("with how long it waited for its turn, and for a pause that another was told", () =>
    Effect.gen(function* () {
      const gateway = gatewayOf([slow(400, limited(10)), good, good], { concurrency: { most: 1 } })
      const both = Effect.all([embed, embed], { concurrency: 2 })
      const [first, second] = yield* told(Effect.provide(both, gateway.layer))
      // The second is first in the queue: it waits for the first to be answered, and then for the pause.
      assert.deepInclude(first, { attempts: 1, backoff: 0, cooldown: 10_400, endedAt: 10_400 })
      assert.deepInclude(second, { attempts: 2, backoff: 10_000 })
    })
  )

  it.effect("that no time was left for: with the wait that was in vain", () =>
    Effect.gen(function* () {
      const gateway = gatewayOf([hangs], { concurrency: { most: 1 }, retries: { ...steady, longestTime: "5 seconds" } })
      const both = Effect.zip(Effect.fork(embed), Effect.delay(embed, "1 second"))
      const [event] = yield* told(Effect.provide(both, gateway.layer))
      assert.deepInclude(event, { attempts: 0, cooldown: 5000 })
      assert.propertyVal(event?.failure, "_tag", "GatewayTimeout")
    })
  )

  it.effect("with what was used though a service finds nothing in the reply: it was paid for", () =>
    Effect.gen(function* () {
      const usage = { prompt_tokens: 11, completion_tokens: 3 }
      const refusal = json({ choices: [{ message: { content: "I may not." } }], usage })
      const call = Effect.flatMap(ImageGenerator, (it) =>
        it.chat({ model: "m", messages: [{ role: "user", content: "a tower" }] })
      ).pipe(Effect.provide(gatewayOf([refusal]).layer))
      const event = yield* theOne(Effect.map(Effect.flip(call), (e) => assert.strictEqual(e._tag, "ImageNotReturned")))
      assert.deepStrictEqual(event.usage, { inputTokens: 11, outputTokens: 3, totalTokens: 14 })
      assert.notProperty(event, "failure")
    })
  )

  it.effect("without usage where the reply does not say it", () =>
    Effect.gen(function* () {
      const silent = json({ data: [{ index: 0, embedding: [1] }] })
      assert.isUndefined((yield* theOne(Effect.provide(embed, gatewayOf([silent]).layer))).usage)
    })
  )
})

describe("a call that is interrupted", () => {
  const cut = <A, E, R>(call: Effect.Effect<A, E, R>, after: "1 second" | "5 seconds" = "1 second") =>
    told(Effect.timeoutOption(call, after))

  it.effect("is told as outcome unknown where it is an order in flight", () =>
    Effect.gen(function* () {
      const [event, ...others] = yield* cut(Effect.provide(order, gatewayOf([hangs]).layer))
      assert.deepInclude(
        { ...event?.failure },
        { _tag: "GatewayOutcomeUnknown", operation: "orderVideo", attempts: 1, reason: "interrupted" }
      )
      assert.deepInclude(event, { attempts: 1, endedAt: 1000, model: "director-1" })
      assert.lengthOf(others, 0)
    })
  )

  it.effect("is told so, too, where an order in flight dies", () =>
    Effect.gen(function* () {
      const event = yield* theOne(Effect.provide(order, gatewayOf([() => Effect.dieMessage("no socket")]).layer))
      assert.deepInclude({ ...event.failure }, { _tag: "GatewayOutcomeUnknown", attempts: 1, reason: "a defect" })
    })
  )

  it.effect("is not told where it is a read", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* cut(Effect.provide(embed, gatewayOf([hangs]).layer)), [])
    })
  )

  it.effect("is not told where it is an order that was refused, and waits to be sent again", () =>
    Effect.gen(function* () {
      const gateway = gatewayOf([limited(30)])
      assert.deepStrictEqual(yield* cut(Effect.provide(order, gateway.layer), "5 seconds"), [])
      assert.lengthOf(gateway.received, 1)
    })
  )

  it.effect("is not told where it is an order in the queue", () =>
    Effect.gen(function* () {
      const gateway = gatewayOf([hangs], { concurrency: { most: 1 } })
      const behind = Effect.gen(function* () {
        const first = yield* Effect.fork(embed)
        yield* Effect.timeoutOption(Effect.delay(order, "1 second"), "5 seconds")
        yield* Fiber.interrupt(first)
      })
      assert.deepStrictEqual(yield* told(Effect.provide(behind, gateway.layer)), [])
    })
  )
})

describe("a question about a submission", () => {
  it.effect("is a call of its own, told before the one that it is asked for", () =>
    Effect.gen(function* () {
      const script = [slow(100, reset), slow(100, notFound), slow(100, reset), slow(100, running)]
      const calls = yield* told(Effect.provide(submit, gatewayOf(script).layer))
      assert.deepStrictEqual(
        calls.map(({ attempts, backoff, endedAt, failure, operation, safety, startedAt }) => [
          ...[operation, safety, attempts, backoff, startedAt, endedAt, failure?._tag]
        ]),
        [
          ["queryTranscription", "Read", 1, 0, 1100, 1200, "GatewayRejected"],
          ["queryTranscription", "Read", 1, 0, 3300, 3400, undefined],
          ["submitTranscription", "Keyed", 2, 3000, 0, 3400, undefined]
        ]
      )
    })
  )

  it.effect("leaves one that needs none alone", () =>
    Effect.gen(function* () {
      const event = yield* theOne(Effect.provide(submit, gatewayOf([accepted]).layer))
      assert.deepInclude(event, { operation: "submitTranscription", attempts: 1 })
    })
  )
})

/** What is logged from warnings on. */
const warnings = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const logged: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => {
      if (LogLevel.greaterThanEqual(logLevel, LogLevel.Warning)) logged.push(String(message))
    })
    const value = yield* Effect.provide(effect, Logger.replace(Logger.defaultLogger, logger))
    return { logged, value }
  })

describe("the usage of an operation of one's own", () => {
  const speak = (usage: (reply: { readonly characters: number }) => CallEvent["usage"]) =>
    Operation.post("speak", "/v1/speech", {
      request: Schema.Struct({ text: Schema.String }),
      response: Schema.Struct({ characters: Schema.Int }),
      safety: Safety.order,
      usage
    })
  const call = (usage: Parameters<typeof speak>[0]) =>
    Effect.flatMap(GatewayClient, ({ execute }) => execute(speak(usage))({ text: "tides" })).pipe(
      Effect.provide(gatewayOf([json({ characters: 5 })]).layer)
    )

  it.effect("is told as it declares it", () =>
    Effect.gen(function* () {
      const event = yield* theOne(
        call(({ characters }) => ({ inputTokens: characters, outputTokens: 0, totalTokens: characters }))
      )
      assert.deepInclude(event, { operation: "speak", usage: { inputTokens: 5, outputTokens: 0, totalTokens: 5 } })
    })
  )

  it.effect("that cannot be read is logged, and fails nothing", () =>
    Effect.gen(function* () {
      const wrong = call(() => {
        throw new Error("no")
      })
      const { logged, value } = yield* warnings(theOne(wrong))
      assert.notProperty(value, "failure")
      assert.notProperty(value, "usage")
      assert.match(logged.join(), /speak: what its reply used could not be read/)
    })
  )
})

it.effect.each([
  ["dies", Effect.dieMessage("no disk")],
  ["interrupts itself", Effect.interrupt]
] as const)("a listener that %s is logged, and fails nothing", ([, hears]) =>
  Effect.gen(function* () {
    const call = embed.pipe(
      withCalls(() => hears),
      Effect.provide(gatewayOf([good]).layer)
    )
    const { logged, value } = yield* warnings(call)
    assert.lengthOf(value.data, 1)
    assert.match(logged.join(), /a call listener failed/)
  })
)

it.layer(GatewayServer.layerTest())("over a socket", (it) => {
  it.effect("a call is told with what the gateway said that it used", () =>
    Effect.gen(function* () {
      const calls: Array<CallEvent> = []
      const reply = yield* embed.pipe(withCalls((call) => Effect.sync(() => calls.push(call))))
      const { prompt_tokens = 0, total_tokens = 0 } = reply.usage ?? {}
      assert.isAbove(prompt_tokens, 0)
      assert.deepInclude(calls[0], {
        operation: "createEmbeddings",
        attempts: 1,
        usage: { inputTokens: prompt_tokens, outputTokens: 0, totalTokens: total_tokens }
      })
      assert.lengthOf(calls, 1)
    })
  )
})

describe("addCall", () => {
  const sumsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.map(told(effect), (calls) => calls.reduce<ReadonlyArray<CallSum>>(addCall, []))

  it.effect("sums calls by operation and model", () =>
    Effect.gen(function* () {
      const other = Effect.flatMap(Embedder, (it) => it.embed({ model: "other", input: "tides" }))
      const script = [slow(100, reset), slow(100, good), slow(100, good), good, json({})]
      const all = Effect.all([embed, embed, other, order]).pipe(Effect.provide(gatewayOf(script).layer))
      const sums = yield* sumsOf(all)
      const none = { failed: 0, unknown: 0, backoff: 0, cooldown: 0 }
      const read = { operation: "createEmbeddings", safety: "Read", ...none } as const
      assert.deepStrictEqual(sums, [
        {
          ...read,
          model: "embedder-3",
          calls: 2,
          attempts: 3,
          usage: { inputTokens: 10, outputTokens: 0, totalTokens: 10 },
          took: 1300,
          backoff: 1000
        },
        { ...read, model: "other", calls: 1, attempts: 1, usage: ofEmbedding, took: 0 },
        {
          ...none,
          operation: "orderVideo",
          model: "director-1",
          safety: "Order",
          calls: 1,
          attempts: 1,
          usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
          took: 0
        }
      ])
    })
  )

  it.effect.each([
    [400, 0],
    [404, 0],
    [429, 0],
    [500, 1],
    [302, 1]
  ] as const)("counts a failure by status %i as unknown %i times", ([status, unknown]) =>
    Effect.gen(function* () {
      const call = Effect.provideService(order, RetryPolicy, noRetries)
      const sums = yield* sumsOf(Effect.provide(call, gatewayOf([text("no", { status })]).layer))
      assert.deepInclude(sums[0], { calls: 1, failed: 1, unknown })
    })
  )

  const lost: ReadonlyArray<readonly [string, Effect.Effect<unknown, unknown, Embedder | VideoOrders>, Answer]> = [
    ["an order without an answer", order, hangs],
    ["a read without an answer", embed, hangs],
    ["a read whose connection breaks", embed, reset],
    ["a reply that does not fit", embed, text("oops")]
  ]

  it.effect.each(lost)("counts %s as unknown", ([, call, answer]) =>
    Effect.gen(function* () {
      const { layer } = gatewayOf([answer], { retries: noRetries })
      const sums = yield* sumsOf(Effect.provide(call, layer))
      assert.deepInclude(sums[0], { calls: 1, failed: 1, unknown: 1 })
    })
  )

  it.effect("counts a submission as unknown that was refused after an attempt which may have been accepted", () =>
    Effect.gen(function* () {
      const no = text("the id is taken", { status: 409 })
      const gateway = gatewayOf([reset, notFound, no, notFound, notFound])
      const sums = yield* sumsOf(Effect.provide(submit, gateway.layer))
      assert.deepInclude(
        sums.find(({ operation }) => operation === "submitTranscription"),
        { failed: 1, unknown: 1 }
      )
    })
  )

  it.effect("counts one that was not sent, or found no connection, as no unknown", () =>
    Effect.gen(function* () {
      const refused = gatewayOf([unreachable(systemError("ECONNREFUSED"))], { retries: noRetries })
      const misspelt = Effect.flatMap(VideoOrders, (it) => it.place({ model: "" }))
      const sums = yield* sumsOf(Effect.provide(Effect.zip(misspelt.pipe(Effect.exit), order), refused.layer))
      assert.deepStrictEqual(
        sums.map(({ attempts, calls, failed, model, unknown }) => [model, calls, attempts, failed, unknown]),
        [
          ["", 1, 0, 1, 0],
          ["director-1", 1, 1, 1, 0]
        ]
      )
    })
  )
})
