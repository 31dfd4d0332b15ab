import { connect } from "node:net"
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Redacted, Scope } from "effect"
import type { EmbeddedGatewayOptions } from "effect-model-gateway/embedded"
import { serveFiles } from "../engines/support/fileServer.js"
import { head, post, received, started } from "./support/gateway.js"
import { echo, waits } from "./support/ownOperations.js"
import { upstream } from "./support/upstream.js"

/** A gateway, and what closes it. */
const closable = (options?: EmbeddedGatewayOptions) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const gateway = yield* Scope.extend(started(options), scope)
    return { gateway, close: Scope.close(scope, Exit.void) }
  })

it.live("connections that hang do not hold up the end", () =>
  Effect.gen(function* () {
    const { close, gateway } = yield* closable({ drainTimeout: "20 millis" })
    const sockets = yield* Effect.replicateEffect(gateway.open, 3)
    const [, half, body] = sockets
    half?.write("POST /v1/embeddings HTTP/1.1\r\nHost: g\r\n")
    body?.write(`${post("Content-Length: 100")}{`)
    yield* gateway.send({ method: "GET", path: "/healthz" })
    yield* Effect.timeout(close, "3 seconds")
  })
)

it.live("a request that goes on too long is cut, and its work interrupted", () =>
  Effect.gen(function* () {
    const [began, cut] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const never = Effect.zipRight(Deferred.succeed(began, undefined), Effect.never).pipe(
      Effect.onInterrupt(() => Deferred.succeed(cut, undefined))
    )
    const { close, gateway } = yield* closable({ drainTimeout: "20 millis", bindings: [waits(never)] })
    const caller = yield* Effect.fork(gateway.send({ path: "/waits", body: "{}" }))
    yield* Deferred.await(began)
    yield* Effect.timeout(close, "3 seconds")
    assert.strictEqual((yield* Fiber.join(caller)).status, 503)
    yield* Deferred.await(cut)
  })
)

it.live("a reply that is large is sent whole before the end", () =>
  Effect.gen(function* () {
    const [began, told] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const until = Effect.zipRight(Deferred.succeed(began, undefined), Deferred.await(told))
    const large = "x".repeat(20_000_000)
    const { close, gateway } = yield* closable({ drainTimeout: "5 seconds", bindings: [waits(until, large)] })
    const caller = yield* Effect.fork(gateway.send({ path: "/waits", body: "{}" }))
    yield* Deferred.await(began)
    const closing = yield* Effect.fork(close)
    yield* Deferred.succeed(told, undefined)
    assert.isTrue((yield* Fiber.join(caller)).bytes.toString() === JSON.stringify(large))
    yield* Fiber.join(closing)
  })
)

it.live("a reply that is on its way reaches a slow reader whole", () =>
  Effect.gen(function* () {
    const limits = { drainTimeout: "8 seconds", maxBodyBytes: 100_000_000 } as const
    const { close, gateway } = yield* closable({ ...limits, bindings: [echo] })
    const body = JSON.stringify("x".repeat(30_000_000))
    const socket = connect(Number(new URL(gateway.baseUrl).port), "127.0.0.1")
    const whole = yield* Effect.fork(received(socket))
    yield* Effect.async<void>((resume) => {
      socket.once("data", () => {
        socket.pause()
        resume(Effect.void)
      })
      socket.write(head("POST /echo HTTP/1.1", "Connection: close", `Content-Length: ${body.length}`) + body)
    })
    const closing = yield* Effect.fork(close)
    // Longer than a connection without a reply would be left.
    yield* Effect.sleep("1300 millis")
    socket.resume()
    assert.isTrue((yield* Fiber.join(whole)).endsWith(body))
    yield* Fiber.join(closing)
  })
)

it.live("a recording whose download is cut is not called a bad one: it is to be submitted again", () =>
  Effect.gen(function* () {
    const asked = yield* Deferred.make<void>()
    const audio = yield* serveFiles({ "/a.flac": () => Deferred.unsafeDone(asked, Effect.void) })
    const { close, gateway } = yield* closable({ drainTimeout: "20 millis" })
    const body = JSON.stringify({ id: "one", audio: { uri: `${audio.baseUrl}/a.flac` } })
    const caller = yield* Effect.fork(gateway.send({ path: "/tk/v1/speech/async/process", body }))
    yield* Deferred.await(asked)
    yield* close
    const { headers, status } = yield* Fiber.join(caller)
    assert.deepStrictEqual({ status, after: headers["retry-after"] }, { status: 503, after: "5" })
  }).pipe(Effect.scoped)
)

it.live("an order that is cut on its way upstream may have been accepted, and is told so", () =>
  Effect.gen(function* () {
    const asked = yield* Deferred.make<void>()
    const inner = yield* upstream(() => Deferred.unsafeDone(asked, Effect.void))
    const { close, gateway } = yield* closable({
      drainTimeout: "20 millis",
      upstream: { baseUrl: inner.baseUrl, apiKey: Redacted.make("of-the-inner") }
    })
    const body = JSON.stringify({ model: "m", prompt: "a ship" })
    const caller = yield* Effect.fork(gateway.send({ path: "/tk/v1/videos/generations", body }))
    yield* Deferred.await(asked)
    yield* close
    const answer = yield* Fiber.join(caller)
    assert.strictEqual(answer.status, 502)
    assert.notProperty(answer.headers, "retry-after")
    assert.include(answer.bytes.toString(), "GatewayOutcomeUnknown")
  }).pipe(Effect.scoped)
)

it.live.each([
  ["orderVideo", "/tk/v1/videos/generations", { model: "m", prompt: "a ship" }, 502],
  [
    "submitTranscription",
    "/tk/v1/speech/async/process",
    { id: "one", audio: { uri: "https://files.test/a.wav" } },
    503
  ],
  ["createEmbeddings", "/v1/embeddings", { model: "m", input: "a ship" }, 503]
] as const)(
  "work that hangs upstream does not hold up the end of a gateway with faults: %s",
  ([_, path, fields, status]) =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const inner = yield* upstream(() => Deferred.unsafeDone(asked, Effect.void))
      const { close, gateway } = yield* closable({
        drainTimeout: "20 millis",
        upstream: { baseUrl: inner.baseUrl, apiKey: Redacted.make("of-the-inner") },
        faults: { seed: 1, rules: [] }
      })
      const caller = yield* Effect.fork(gateway.send({ path, body: JSON.stringify(fields) }))
      yield* Deferred.await(asked)
      yield* Effect.timeout(close, "3 seconds")
      assert.strictEqual((yield* Fiber.join(caller)).status, status)
    }).pipe(Effect.scoped)
)

it.live("nor does work whose caller has left", () =>
  Effect.gen(function* () {
    const asked = yield* Deferred.make<void>()
    const inner = yield* upstream(() => Deferred.unsafeDone(asked, Effect.void))
    const { close, gateway } = yield* closable({
      drainTimeout: "20 millis",
      upstream: { baseUrl: inner.baseUrl, apiKey: Redacted.make("of-the-inner") },
      faults: { seed: 1, rules: [] }
    })
    const socket = yield* gateway.open
    const body = JSON.stringify({ model: "m", prompt: "a ship" })
    socket.write(head("POST /tk/v1/videos/generations HTTP/1.1", `Content-Length: ${body.length}`) + body)
    yield* Deferred.await(asked)
    socket.destroy()
    yield* Effect.sleep("20 millis")
    yield* Effect.timeout(close, "3 seconds")
  }).pipe(Effect.scoped)
)
