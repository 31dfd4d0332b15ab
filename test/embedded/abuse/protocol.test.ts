import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { attacked } from "../support/attacked.js"
import { head, path, post, right, statuses } from "../support/gateway.js"

const length = `Content-Length: ${right.length}`
const close = "Connection: close"
const chunked = "Transfer-Encoding: chunked"
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const tlsHello = "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003"

describe("what is not quite HTTP", () => {
  it.scoped.each([
    ["nothing but garbage", "\u0000\u0001\u0002garbage\r\n\r\n", [400]],
    ["a TLS hello", tlsHello, [400]],
    ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]],
    ["HTTP/0.9, which is read as 1.1", `GET ${path} HTTP/0.9\r\n\r\n`, [404]],
    ["HTTP/1.0, which is served", `${post(length).replace("HTTP/1.1", "HTTP/1.0")}${right}`, [200]],
    ["no host", `POST ${path} HTTP/1.1\r\n${close}\r\n\r\n`, [400]],
    ["two hosts, of which nothing depends", post("Host: other", close, length) + right, [200]],
    ["a header before its name", post(" folded: x", close, length) + right, [400]],
    ["a header with a zero byte", post("X-Bad: a\u0000b", close, length) + right, [400]],
    ["lines that end by a line feed alone", post(close, length).replaceAll("\r\n", "\n") + right, [400]],
    ["a length and chunks", post(close, length, chunked) + chunk(right) + chunk(""), [400]],
    ["chunks and a length", post(close, chunked, length) + chunk(right) + chunk(""), [400]],
    ["two lengths that differ", post(close, length, "Content-Length: 1") + right, [400]],
    ["two lengths in one line", post(close, "Content-Length: 5, 5") + right, [400]],
    ["a length in hexadecimal", post(close, "Content-Length: 0x10") + right, [400]],
    ["a length with a sign", post(close, `Content-Length: +${right.length}`) + right, [400]],
    ["a length without end", post(close, `Content-Length: ${"9".repeat(400)}`) + right, [400]],
    ["an encoding that nobody knows", post(close, "Transfer-Encoding: gzip") + right, [400]],
    ["chunks named twice", post(close, "Transfer-Encoding: chunked, chunked") + chunk(right) + chunk(""), [400]],
    ["chunks of another spelling", post(close, "Transfer-Encoding: xchunked") + chunk(right) + chunk(""), [400]],
    ["a chunk size that is none", `${post(close, chunked)}zz\r\n${right}\r\n0\r\n\r\n`, [400]],
    ["a chunk size below zero", `${post(close, chunked)}-5\r\n${right}\r\n0\r\n\r\n`, [400]],
    ["a chunk size without end", `${post(close, chunked)}${"f".repeat(17)}\r\n${right}`, [400]],
    ["a chunk longer than it says", `${post(close, chunked)}1\r\n${right}\r\n0\r\n\r\n`, [400]],
    ["a chunk extension of 100 KB", `${post(close, chunked)}1;${"x".repeat(100_000)}\r\n{\r\n`, [413]],
    ["trailers of 100 KB", `${post(close, chunked)}0\r\nX: ${"x".repeat(100_000)}\r\n\r\n`, [431]]
  ] as const)("%s", ([, bytes, expected]) =>
    Effect.gen(function* () {
      const gateway = yield* attacked()
      assert.deepStrictEqual(statuses(yield* gateway.write(bytes)), [...expected])
    })
  )

  it.scoped("a smuggled second request is no request", () =>
    Effect.gen(function* () {
      const gateway = yield* attacked()
      const smuggled = post(length, chunked) + chunk("") + head("GET /healthz HTTP/1.1", close)
      assert.deepStrictEqual(statuses(yield* gateway.write(smuggled)), [400])
    })
  )

  it.scoped("a right chunked request, to show that the others fail for what they are", () =>
    Effect.gen(function* () {
      const gateway = yield* attacked()
      assert.deepStrictEqual(statuses(yield* gateway.write(post(close, chunked) + chunk(right) + chunk(""))), [200])
    })
  )
})

describe("wishes beside the request", () => {
  it.scoped("100-continue is granted, and then the answer comes", () =>
    Effect.gen(function* () {
      const gateway = yield* attacked()
      const answer = yield* gateway.write(post(close, length, "Expect: 100-continue"), right)
      assert.deepStrictEqual(statuses(answer), [100, 200])
    })
  )

  it.scoped("another expectation is refused", () =>
    Effect.gen(function* () {
      const gateway = yield* attacked()
      assert.deepStrictEqual(statuses(yield* gateway.write(post(close, length, "Expect: a-miracle"), right)), [417])
    })
  )

  it.scoped.each(["websocket", "h2c"])("an upgrade to %s is not made, and the request is answered whole", (protocol) =>
    Effect.gen(function* () {
      const gateway = yield* attacked()
      const wish = post("Connection: Upgrade, close", `Upgrade: ${protocol}`, "Sec-WebSocket-Version: 13", length)
      assert.deepStrictEqual(statuses(yield* gateway.write(wish + right)), [200])
    })
  )

  it.scoped("a caller that wishes to upgrade and breaks off breaks nothing", () =>
    Effect.gen(function* () {
      const gateway = yield* attacked()
      for (const method of ["GET", "POST"]) {
        const socket = yield* gateway.open
        yield* Effect.async<void>((resume) => {
          const wish = head(`${method} ${path} HTTP/1.1`, "Connection: Upgrade", "Upgrade: websocket", length)
          socket.write(wish, () => resume(Effect.void))
        })
        socket.resetAndDestroy()
      }
    })
  )
})

describe("pipelined requests", () => {
  it.scoped("are all answered, in order", () =>
    Effect.gen(function* () {
      const gateway = yield* attacked()
      const wrong = `${post("Content-Length: 1")}{`
      const received = yield* gateway.write(post(length) + right + wrong + post(length, close) + right)
      assert.deepStrictEqual(statuses(received), [200, 400, 200])
    })
  )

  it.scoped("whose caller goes away at once do not keep their places", () =>
    Effect.gen(function* () {
      const gateway = yield* attacked({ maxConcurrentRequests: 2 })
      const socket = yield* gateway.open
      yield* Effect.async<void>((resume) => {
        socket.write((post(length) + right).repeat(200), () => resume(Effect.void))
      })
      socket.resetAndDestroy()
      yield* Effect.repeatN(
        Effect.map(gateway.send({ path, body: right }), ({ status }) => assert.strictEqual(status, 200)),
        3
      )
    })
  )
})
