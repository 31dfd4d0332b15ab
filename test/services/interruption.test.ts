import { FetchHttpClient } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Logger, LogLevel, Redacted, TestClock } from "effect"
import type { ProgressEvent } from "effect-model-gateway"
import { Embedder, Gateway, VideoOrders, withProgress } from "effect-model-gateway"
import { apiKey, fakeGateway, hangs, recorded } from "../support/fakeGateway.js"
import { listening } from "../support/listening.js"

const order = Effect.flatMap(VideoOrders, (it) => it.place({ model: "m", prompt: "the sea" }))
const embed = Effect.flatMap(Embedder, (it) => it.embed({ model: "m", input: "tides" }))

/** A server that takes a request, begins to answer where it is told to, and tells when the connection is closed. */
const hangingServer = (begins: boolean) =>
  Effect.gen(function* () {
    const taken = yield* Deferred.make<void>()
    const closed = yield* Deferred.make<number>()
    const baseUrl = yield* listening((_, response) => {
      response.on("close", () => Deferred.unsafeDone(closed, Effect.succeed(performance.now())))
      if (begins) {
        response.writeHead(200, { "content-type": "application/json" })
        response.write("{")
      }
      Deferred.unsafeDone(taken, Effect.void)
    })
    return { baseUrl, taken, closed }
  })

const clients = [
  { client: "NodeHttpClient.layerUndici", http: NodeHttpClient.layerUndici },
  { client: "FetchHttpClient.layer", http: FetchHttpClient.layer }
]
const stages = [
  { stage: "before the answer", begins: false },
  { stage: "within the body", begins: true }
]

describe.each(clients)("with $client an interruption", ({ http }) => {
  it.scopedLive.each(stages)("closes the socket at once, $stage", ({ begins }) =>
    Effect.gen(function* () {
      const { baseUrl, closed, taken } = yield* hangingServer(begins)
      const gateway = Layer.provide(Gateway.layer({ baseUrl, apiKey: Redacted.make(apiKey) }), http)
      const fiber = yield* Effect.fork(Effect.provide(embed, gateway))
      yield* Deferred.await(taken)
      yield* Effect.sleep("50 millis")
      const start = performance.now()
      yield* Fiber.interruptFork(fiber)
      const end = yield* Effect.timeout(Deferred.await(closed), "5 seconds")
      assert.isBelow(end - start, 1000)
    })
  )
})

/** What is logged and told while an effect runs. */
const watched = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const logged: Array<string> = []
    const told: Array<ProgressEvent> = []
    const logger = Logger.make(({ logLevel, message }) => {
      if (LogLevel.greaterThanEqual(logLevel, LogLevel.Warning)) logged.push(String(message))
    })
    yield* effect.pipe(
      withProgress((event) => Effect.sync(() => told.push(event))),
      Effect.provide(Logger.replace(Logger.defaultLogger, logger))
    )
    return { logged, told }
  })

describe("an order that is interrupted", () => {
  const interrupted = <A, E, R>(what: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(what)
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(fiber)
    })

  it.effect("in flight is logged, and told to the listener, as outcome unknown", () =>
    Effect.gen(function* () {
      const { logged, told } = yield* watched(Effect.provide(interrupted(order), fakeGateway([hangs]).layer))
      assert.lengthOf(logged, 1)
      assert.match(
        logged[0] ?? "",
        /orderVideo: the order may have been accepted.*\(interrupted\).*before ordering again/
      )
      assert.deepStrictEqual(
        told.map(({ name, state }) => [name, state]),
        [["orderVideo", "failed"]]
      )
      assert.propertyVal(told[0]?.error, "_tag", "GatewayOutcomeUnknown")
      assert.propertyVal(told[0]?.error, "reason", "interrupted")
    })
  )

  it.effect("by a timeout of its caller's is so too", () =>
    Effect.gen(function* () {
      const impatient = Effect.fork(Effect.timeoutOption(order, "500 millis"))
      const run = Effect.zipRight(impatient, TestClock.adjust("1 second"))
      const { logged } = yield* watched(Effect.provide(run, fakeGateway([hangs]).layer))
      assert.lengthOf(logged, 1)
    })
  )

  it.effect("in the queue is not, for nothing was sent", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([hangs, recorded("embedding.json")], { concurrency: { most: 1 } })
      const { logged, told } = yield* watched(
        Effect.gen(function* () {
          const first = yield* Effect.fork(embed)
          yield* TestClock.adjust("1 second")
          yield* interrupted(order)
          yield* Fiber.interrupt(first)
          yield* embed
        }).pipe(Effect.provide(gateway.layer))
      )
      assert.deepStrictEqual([logged, told], [[], []])
      assert.lengthOf(gateway.received, 2)
    })
  )

  it.effect("is the only one of which that is said: a read is not reported", () =>
    Effect.gen(function* () {
      const { logged, told } = yield* watched(Effect.provide(interrupted(embed), fakeGateway([hangs]).layer))
      assert.deepStrictEqual([logged, told], [[], []])
    })
  )
})
