import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import type { EmbeddingResponse } from "effect-model-gateway"
import type { Answer } from "./support/http.js"
import { open } from "./support/http.js"
import { apiKey, serve, shown } from "./support/serve.js"

const path = "/v1/embeddings"
const vector = { data: [] }
const embed = () => Effect.succeed(vector)

/** A right body of so many bytes; most of its characters are of two. */
const bodyOf = (bytes: number): string => {
  const rest = bytes - Buffer.byteLength(JSON.stringify({ model: "m", input: "" }))
  return JSON.stringify({ model: "m", input: "é".repeat(Math.floor(rest / 2)) + "x".repeat(rest % 2) })
}

/** The same in pieces, which cut characters in two. */
const inPieces = (text: string): ReadonlyArray<Uint8Array> => {
  const bytes = new TextEncoder().encode(text)
  return Array.from({ length: Math.ceil(bytes.length / 101) }, (_, i) => bytes.slice(i * 101, (i + 1) * 101))
}

const tooLarge = (answer: Answer, limit: number) =>
  assert.deepStrictEqual(shown(answer), {
    status: 413,
    body: {
      error: { type: "BodyTooLarge", message: `the body must be whole, and at most ${limit} bytes` },
      traceId: answer.headers["x-request-id"]
    }
  })

describe.each([
  ["under its length", (text: string) => text],
  ["in chunks", inPieces]
] as const)("a body %s", (_, form) => {
  it.scoped("is read up to the limit", () =>
    Effect.gen(function* () {
      const server = yield* serve({ embed }, { maxBodyBytes: 1_000 })
      const { status } = yield* server.send({ path, body: form(bodyOf(1_000)) })
      assert.strictEqual(status, 200)
    })
  )

  it.scoped.each([1_001, 2_000, 1_000_000])("of %s bytes is over a limit of 1,000, and the server goes on", (size) =>
    Effect.gen(function* () {
      const server = yield* serve({ embed }, { maxBodyBytes: 1_000 })
      tooLarge(yield* server.send({ path, body: form(bodyOf(size)) }), 1_000)
      assert.deepStrictEqual(server.called, [])
      const { status } = yield* server.send({ path, body: form(bodyOf(100)) })
      assert.strictEqual(status, 200)
    })
  )

  it.scoped("may have 10 MiB where no limit is given", () =>
    Effect.gen(function* () {
      const server = yield* serve({ embed })
      const { status } = yield* server.send({ path, body: form(bodyOf(10 * 1024 * 1024)) })
      assert.strictEqual(status, 200)
      tooLarge(yield* server.send({ path, body: form(bodyOf(10 * 1024 * 1024 + 1)) }), 10 * 1024 * 1024)
    })
  )

  it.scoped("may have more where more is given, and arrives whole", () =>
    Effect.gen(function* () {
      const server = yield* serve({ embed }, { maxBodyBytes: 11 * 1024 * 1024 })
      const body = bodyOf(11 * 1024 * 1024)
      const { status } = yield* server.send({ path, body: form(body) })
      assert.strictEqual(status, 200)
      const [, asked] = server.called[0] ?? []
      assert.isTrue(JSON.stringify({ ...Object(asked), encoding_format: undefined }) === body)
    })
  )
})

const head = (...headers: ReadonlyArray<string>) =>
  [`POST ${path} HTTP/1.1`, "Host: gateway", ...headers, "", ""].join("\r\n")
const key = `Authorization: Bearer ${apiKey}`
const close = "Connection: close"
const right = bodyOf(100)

it.scoped("a length over the limit is answered before the body comes", () =>
  Effect.gen(function* () {
    const server = yield* serve({ embed }, { maxBodyBytes: 1_000 })
    const answer = yield* server.write(head(key, close, "Content-Length: 99999999999"))
    assert.match(answer, /^HTTP\/1\.1 413 /)
  })
)

describe("headers that are tricks", () => {
  it.scoped.each([
    ["an authorization header of 20,000 bytes", [`Authorization: Bearer ${"x".repeat(20_000)}`], 431],
    ["a thousand headers", Array.from({ length: 1_000 }, (_, i) => `X-${i}: ${"x".repeat(20)}`), 431],
    ["a length that is no number", [key, "Content-Length: many"], 400],
    ["a length below zero", [key, "Content-Length: -1"], 400],
    ["two lengths", [key, "Content-Length: 1", "Content-Length: 100"], 400],
    ["a length and chunks", [key, "Content-Length: 100", "Transfer-Encoding: chunked"], 400],
    ["a header line that is none", [key, "no colon"], 400],
    ["a line break in the key", [`Authorization: Bearer x\n${apiKey}`], 400],
    ["two keys, the wrong one first", ["Authorization: Bearer wrong", key, close, "Content-Length: 3"], 401],
    ["a key of bytes that are no ASCII", ["Authorization: Bearer ÿ\u00ff", close, "Content-Length: 3"], 401],
    ["the key in a cookie", [`Cookie: authorization=Bearer ${apiKey}`, close, "Content-Length: 3"], 401],
    ["another body encoding", [key, close, "Content-Encoding: gzip", "Content-Length: 3"], 415],
    ["a wish to upgrade", ["Upgrade: websocket", "Connection: Upgrade", "Content-Length: 3"], 401]
  ] as const)("%s", ([, headers, status]) =>
    Effect.gen(function* () {
      const server = yield* serve({ embed })
      assert.match(yield* server.write(head(...headers), "abc"), new RegExp(`^HTTP/1\\.1 ${status} `))
      assert.deepStrictEqual(server.called, [])
      const next = yield* server.send({ path, body: right })
      assert.strictEqual(next.status, 200)
    })
  )

  it.scoped.each([
    ["no request at all", "secret\r\n\r\n", 400],
    ["a method that nobody knows", `BREW ${path} HTTP/1.1\r\n\r\n`, 400],
    ["a version that nobody knows", `POST ${path} HTTP/9.9\r\n\r\n`, 400],
    ["a target that is no path", `POST * HTTP/1.1\r\nHost: gateway\r\n${close}\r\nContent-Length: 0\r\n\r\n`, 404],
    ["no host", `POST ${path} HTTP/1.1\r\n\r\n`, 400]
  ] as const)("%s", ([, bytes, status]) =>
    Effect.gen(function* () {
      const server = yield* serve({ embed })
      assert.match(yield* server.write(bytes), new RegExp(`^HTTP/1\\.1 ${status} `))
      const next = yield* server.send({ path, body: right })
      assert.strictEqual(next.status, 200)
    })
  )
})

describe("callers that go away", () => {
  it.scoped("interrupt the call of the service", () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const interrupted = yield* Deferred.make<void>()
      const server = yield* serve({
        embed: () =>
          Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never).pipe(
            Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined))
          )
      })
      const caller = yield* Effect.fork(server.send({ path, body: right }))
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(caller)
      yield* Deferred.await(interrupted)
      assert.strictEqual((yield* server.send({ path, body: "" })).status, 400)
      assert.deepStrictEqual(server.logs, [])
    })
  )

  it.scoped("do no harm in the middle of a body", () =>
    Effect.gen(function* () {
      const server = yield* serve({ embed })
      for (const headers of [head(key, "Content-Length: 100"), head(key, "Transfer-Encoding: chunked")]) {
        const socket = yield* open(server.port)
        yield* Effect.async<void>((resume) => {
          socket.write(`${headers}5\r\n{"mod`, () => resume(Effect.void))
        })
        socket.destroy()
      }
      const { status } = yield* server.send({ path, body: right })
      assert.strictEqual(status, 200)
      assert.lengthOf(server.called, 1)
    })
  )
})

it.scoped("serves many callers at a time, each with its own answer", () =>
  Effect.gen(function* () {
    const count = 100
    const allCame = yield* Deferred.make<void>()
    let came = 0
    const embed = ({ input }: { readonly input: string }): Effect.Effect<EmbeddingResponse> =>
      Effect.suspend(() => (++came === count ? Deferred.succeed(allCame, undefined) : Effect.void)).pipe(
        Effect.zipRight(Deferred.await(allCame)),
        Effect.as({ data: [], model: input })
      )
    const server = yield* serve({ embed })
    const answers = yield* Effect.forEach(
      Array.from({ length: count }, (_, i) => `caller ${i}`),
      (input) =>
        Effect.map(server.send({ path, body: JSON.stringify({ model: "m", input }) }), (answer) => ({ input, answer })),
      { concurrency: "unbounded" }
    )
    for (const { answer, input } of answers) {
      assert.deepStrictEqual(shown(answer), { status: 200, body: { data: [], model: input } })
    }
    const traces = answers.map(({ answer }) => answer.headers["x-request-id"])
    assert.strictEqual(new Set(traces).size, count)
  })
)
