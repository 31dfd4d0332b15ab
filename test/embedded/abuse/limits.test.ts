import type { Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Schedule } from "effect"
import { json } from "../../server/support/http.js"
import { attacked } from "../support/attacked.js"
import type { Started } from "../support/gateway.js"
import { apiKey, head, path, post, received, right, statuses } from "../support/gateway.js"
import { echo, waits } from "../support/ownOperations.js"

const close = "Connection: close"
const chunked = "Transfer-Encoding: chunked"

/** Writes a byte every 20 ms, as long as the connection is there. */
const drip = (socket: Socket, text: string) => {
  const bytes = text[Symbol.iterator]()
  const timer = setInterval(() => {
    const { done, value } = bytes.next()
    if (done !== true && socket.writable) socket.write(value)
  }, 20)
  socket.on("close", () => clearInterval(timer))
}

/** Writes chunks as fast as they are taken, as long as the connection is there. */
const flood = (socket: Socket, header: string) => {
  const more = () => {
    if (socket.writable) socket.write(`10000\r\n${"x".repeat(0x10000)}\r\n`, more)
  }
  socket.on("error", () => {})
  socket.write(header, more)
}

describe("sizes", () => {
  it.scoped.each([
    ["a body over the limit by its length", `${post(close, "Content-Length: 2000")}${"x".repeat(2_000)}`, 413],
    ["a body over the limit by a length that never comes", post(close, "Content-Length: 99999999999"), 413],
    [
      "a body over the limit in chunks",
      `${post(close, chunked)}${`64\r\n${"x".repeat(100)}\r\n`.repeat(20)}0\r\n\r\n`,
      413
    ],
    ["a header over the limit", post(`X-Long: ${"x".repeat(20_000)}`), 431],
    ["a thousand headers", post(...Array.from({ length: 1_000 }, (_, i) => `X-${i}: ${"x".repeat(20)}`)), 431],
    ["a target over the limit", head(`GET /${"x".repeat(100_000)} HTTP/1.1`), 431],
    ["a header name over the limit", post(`${"X".repeat(100_000)}: 1`), 431]
  ] as const)("%s is refused", ([, bytes, status]) =>
    Effect.gen(function* () {
      const gateway = yield* attacked({ maxBodyBytes: 1_000 })
      assert.deepStrictEqual(statuses(yield* gateway.write(bytes)), [status])
    })
  )

  it.scoped("the limit of the header is an option", () =>
    Effect.gen(function* () {
      const gateway = yield* attacked({ maxHeaderBytes: 1_000 })
      assert.deepStrictEqual(statuses(yield* gateway.write(post(`X-Long: ${"x".repeat(1_000)}`))), [431])
    })
  )

  it.scoped("headers beyond the number that Node keeps do no harm", () =>
    Effect.gen(function* () {
      const gateway = yield* attacked({ maxHeaderBytes: 1_000_000 })
      const many = Array.from({ length: 5_000 }, (_, i) => `x${i}:`)
      const answer = yield* gateway.write(post(close, `Content-Length: ${right.length}`, ...many) + right)
      assert.deepStrictEqual(statuses(answer), [200])
    })
  )
})

describe("slow callers", () => {
  const short = { headerTimeout: "100 millis", requestTimeout: "200 millis" } as const

  it.scoped.each([
    [
      "a header that never ends",
      (socket: Socket) => socket.write("POST /v1/embeddings HTTP/1.1\r\nHost: g\r\n"),
      [408]
    ],
    ["a header that comes byte by byte", (socket: Socket) => drip(socket, post()), [408]],
    ["a body that never ends", (socket: Socket) => socket.write(`${post("Content-Length: 100")}{`), [408]],
    ["chunks that never end", (socket: Socket) => socket.write(`${post(chunked)}1\r\n{\r\n`), [408]],
    [
      "a body that comes byte by byte",
      (socket: Socket) => drip(socket, `${post("Content-Length: 1000")}${" ".repeat(999)}`),
      [408]
    ],
    ["a connection on which nothing comes", () => {}, [408]],
    [
      "a body that never ends, after the answer that the key is wrong",
      (socket: Socket) => socket.write(`${post("Content-Length: 100").replace(apiKey, "wrong")}{`),
      [401, 408]
    ],
    ["chunks over the limit that never end", (socket: Socket) => flood(socket, post(chunked)), [408]]
  ] as const)("%s", ([, begin, expected]) =>
    Effect.gen(function* () {
      const gateway = yield* attacked(short)
      const socket = yield* gateway.open
      begin(socket)
      assert.deepStrictEqual(statuses(yield* received(socket)), [...expected])
    })
  )

  it.scoped("do not keep their place", () =>
    Effect.gen(function* () {
      const gateway = yield* attacked({ ...short, maxConcurrentRequests: 1 })
      yield* gateway.write(`${post("Content-Length: 100")}{`)
      const { status } = yield* gateway.send({ path, body: right })
      assert.strictEqual(status, 200)
    })
  )

  it.scopedLive("one that does not read its reply is hung up on", () =>
    Effect.gen(function* () {
      const limits = { maxConnections: 1, replyTimeout: "100 millis", maxBodyBytes: 100_000_000 } as const
      const gateway = yield* attacked({ ...limits, bindings: [echo] })
      const body = JSON.stringify("x".repeat(50_000_000))
      const socket = yield* gateway.open
      yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
      socket.pause()
      socket.write(head("POST /echo HTTP/1.1", `Content-Length: ${body.length}`) + body)
      yield* gateway.send({ path, body: right }).pipe(Effect.sandbox, Effect.retry(Schedule.spaced("50 millis")))
    })
  )

  it.scoped.each([
    ["shorter for the whole than for the header", { requestTimeout: "1 second" }],
    ["of parts of a millisecond", { headerTimeout: Duration.millis(499.5), requestTimeout: Duration.millis(999.5) }],
    [
      "without end",
      { headerTimeout: Duration.infinity, requestTimeout: Duration.infinity, replyTimeout: Duration.infinity }
    ]
  ] as const)("limits that are %s are taken", ([, limits]) => Effect.asVoid(attacked(limits)))
})

describe("many callers", () => {
  it.scoped("200 that do nothing are no hindrance", () =>
    Effect.gen(function* () {
      const gateway = yield* attacked()
      const sockets = yield* Effect.replicateEffect(gateway.open, 200)
      const { status } = yield* gateway.send({ path, body: right })
      assert.strictEqual(status, 200)
      for (const socket of sockets) socket.destroy()
    })
  )

  it.scoped("one more connection than there may be is closed unanswered", () =>
    Effect.gen(function* () {
      const gateway = yield* attacked({ maxConnections: 2 })
      const sockets = yield* Effect.replicateEffect(gateway.open, 2)
      assert.strictEqual(yield* received(yield* gateway.open), "")
      const closed = Effect.forEach(sockets, received, { concurrency: "unbounded" })
      for (const socket of sockets) socket.end(head("GET /healthz HTTP/1.1", close))
      assert.deepStrictEqual((yield* closed).flatMap(statuses), [200, 200])
    })
  )

  /** Requests that are let in, and are answered when they are told to. */
  const inFlight = (gateway: Started, count: number) =>
    Effect.replicateEffect(Effect.fork(gateway.send({ path: "/waits", body: "{}" })), count)

  it.scoped("one more request than there may be is told when to come again, and the others are answered", () =>
    Effect.gen(function* () {
      const [began, told] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      let came = 0
      const until = Effect.suspend(() => (++came === 2 ? Deferred.succeed(began, undefined) : Effect.void)).pipe(
        Effect.zipRight(Deferred.await(told))
      )
      const gateway = yield* attacked({ maxConcurrentRequests: 2, bindings: [waits(until)] })
      const callers = yield* inFlight(gateway, 2)
      yield* Deferred.await(began)
      const refused = yield* gateway.send({ path, body: right })
      assert.deepStrictEqual([refused.status, refused.headers["retry-after"]], [503, "1"])
      assert.deepNestedInclude(json(refused), { "error.type": "GatewayUnavailable" })
      assert.strictEqual((yield* gateway.send({ method: "GET", path: "/healthz" })).status, 200)
      yield* Deferred.succeed(told, undefined)
      const answers = yield* Effect.forEach(callers, Fiber.join)
      assert.deepStrictEqual(answers.map(json), ["done", "done"])
    })
  )

  it.scoped("those without the key are not told whether there is a place", () =>
    Effect.gen(function* () {
      const began = yield* Deferred.make<void>()
      const until = Effect.zipRight(Deferred.succeed(began, undefined), Effect.never)
      const gateway = yield* attacked({ maxConcurrentRequests: 1, bindings: [waits(until)] })
      const callers = yield* inFlight(gateway, 1)
      yield* Deferred.await(began)
      const stranger = yield* gateway.send({ path, body: right, headers: { authorization: "Bearer none" } })
      assert.strictEqual(stranger.status, 401)
      assert.strictEqual((yield* gateway.send({ path, body: right })).status, 503)
      yield* Fiber.interruptAll(callers)
    })
  )
})

describe("callers that go away", () => {
  it.scoped("in the middle of a reply", () =>
    Effect.gen(function* () {
      const gateway = yield* attacked({ maxConcurrentRequests: 1, bindings: [echo] })
      const body = JSON.stringify("x".repeat(9_000_000))
      for (const _ of [1, 2, 3]) {
        const socket = yield* gateway.open
        yield* Effect.async<void>((resume) => {
          socket.once("data", () => resume(Effect.void))
          socket.write(head("POST /echo HTTP/1.1", `Content-Length: ${body.length}`) + body)
        })
        socket.resetAndDestroy()
      }
    })
  )

  it.scoped("while they wait, whose places are free again", () =>
    Effect.gen(function* () {
      const began = yield* Deferred.make<void>()
      const left = yield* Deferred.make<void>()
      const until = Effect.zipRight(Deferred.succeed(began, undefined), Effect.never).pipe(
        Effect.onInterrupt(() => Deferred.succeed(left, undefined))
      )
      const gateway = yield* attacked({ maxConcurrentRequests: 1, bindings: [waits(until)] })
      const caller = yield* Effect.fork(gateway.send({ path: "/waits", body: "{}" }))
      yield* Deferred.await(began)
      yield* Fiber.interrupt(caller)
      yield* Deferred.await(left)
    })
  )
})
