import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Redacted } from "effect"
import type { GatewayError } from "effect-model-gateway"
import {
  GatewayBadRequest,
  GatewayInvalidRequest,
  GatewayInvalidResponse,
  GatewayOrderWithheld,
  GatewayOutcomeUnknown,
  GatewayRateLimited,
  GatewayRejected,
  GatewayTimeout,
  GatewayTransportError,
  GatewayUnauthorized,
  GatewayUnavailable,
  GatewayUnexpectedStatus,
  ImageNotReturned,
  TranscriptionNotFound
} from "effect-model-gateway"
import { started } from "../embedded/support/gateway.js"
import { says, upstream } from "../embedded/support/upstream.js"
import { exchanges } from "./support/exchanges.js"
import { all } from "./support/fakeServices.js"
import { json } from "./support/http.js"
import { serve, shown } from "./support/serve.js"

const about = { operation: "upstream", attempts: 2, traceId: "trace-of-the-upstream" }
const issues = [{ path: "input", problem: "is too long for this model" }]
const seconds = (number: number) => Duration.seconds(number)

interface Expected {
  readonly status: number
  readonly retryAfter?: string
  readonly message?: string
  readonly issues?: unknown
}

/** The design's table of server answers, row by row. */
const table: ReadonlyArray<readonly [what: string, failure: GatewayError, expected: Expected]> = [
  [
    "a bad request",
    new GatewayBadRequest({ ...about, detail: "the model is retired" }),
    { status: 400, message: "the model is retired" }
  ],
  ["a bad request, unexplained", new GatewayBadRequest(about), { status: 400 }],
  [
    "an invalid request",
    new GatewayInvalidRequest({ ...about, issues }),
    { status: 400, issues, message: "input is too long for this model" }
  ],
  ["a rate limit", new GatewayRateLimited(about), { status: 429 }],
  [
    "a rate limit for 3 s",
    new GatewayRateLimited({ ...about, retryAfter: seconds(3) }),
    { status: 429, retryAfter: "3" }
  ],
  [
    "a rate limit for 1.2 s",
    new GatewayRateLimited({ ...about, retryAfter: seconds(1.2) }),
    { status: 429, retryAfter: "2" }
  ],
  [
    "a rate limit for no time",
    new GatewayRateLimited({ ...about, retryAfter: seconds(0) }),
    { status: 429, retryAfter: "0" }
  ],
  ["no service, for how long is not said", new GatewayUnavailable(about), { status: 503 }],
  [
    "no service for 30 s",
    new GatewayUnavailable({ ...about, retryAfter: seconds(30) }),
    { status: 503, retryAfter: "30" }
  ],
  [
    "our own key refused",
    new GatewayUnauthorized(about),
    { status: 502, message: "the gateway behind this one refused the key that this one sends to it" }
  ],
  ["status 404", new GatewayUnexpectedStatus({ ...about, status: 404 }), { status: 502 }],
  ["status 302", new GatewayUnexpectedStatus({ ...about, status: 302 }), { status: 502 }],
  ["status 500", new GatewayUnexpectedStatus({ ...about, status: 500 }), { status: 502 }],
  [
    "no connection",
    new GatewayTransportError({ ...about, connected: false, reason: "ECONNREFUSED" }),
    { status: 503, retryAfter: "1" }
  ],
  [
    "a broken connection",
    new GatewayTransportError({ ...about, connected: true, reason: "ECONNRESET" }),
    { status: 502 }
  ],
  ["a timeout", new GatewayTimeout({ ...about, limit: seconds(5) }), { status: 504 }],
  ["an unknown outcome", new GatewayOutcomeUnknown({ ...about, reason: "timeout" }), { status: 502 }],
  ["an order withheld", new GatewayOrderWithheld(about), { status: 400 }],
  [
    "a reply that does not fit",
    new GatewayInvalidResponse({ ...about, issues, excerpt: "secret-excerpt" }),
    { status: 502 }
  ]
]

describe.each(exchanges)("$name on $path", ({ body, path }) => {
  it.scoped.each(table)("tells of %s", ([, failure, expected]) =>
    Effect.gen(function* () {
      const server = yield* serve(all(Effect.fail(failure)))
      const answer = yield* server.send({ path, body: JSON.stringify(body) })
      const { message = failure.message, retryAfter, status, ...more } = expected
      assert.deepStrictEqual(shown(answer), {
        status,
        body: {
          error: { type: failure._tag, message, ...more },
          traceId: answer.headers["x-request-id"],
          upstreamTraceId: about.traceId
        }
      })
      assert.strictEqual(answer.headers["retry-after"], retryAfter)
      assert.notInclude(answer.bytes.toString(), "secret-excerpt")
      assert.lengthOf(server.called, 1)
    })
  )

  it.scoped("tells of a refusal inside a 200 where there is an envelope for it, else by 502", () =>
    Effect.gen(function* () {
      const rejected = new GatewayRejected({ ...about, code: "40301", msg: "no quota", data: { left: 0 } })
      const server = yield* serve(all(Effect.fail(rejected)))
      const answer = yield* server.send({ path, body: JSON.stringify(body) })
      const traceId = answer.headers["x-request-id"]
      assert.deepStrictEqual(
        shown(answer),
        path.startsWith("/tk/v1/speech/")
          ? { status: 200, body: { code: "40301", msg: "no quota", data: { left: 0 }, traceId: about.traceId } }
          : {
              status: 502,
              body: {
                error: { type: "GatewayRejected", message: rejected.message },
                traceId,
                upstreamTraceId: about.traceId
              }
            }
      )
    })
  )
})

describe("a refusal in an envelope", () => {
  const path = "/tk/v1/speech/async/result"
  const body = '{"id":"task-1"}'
  const none = { operation: "queryTranscription", attempts: 1 }

  it.scoped.each([
    [
      "a task that is not known",
      new TranscriptionNotFound({ ...none, id: "task-1", code: "1404", msg: "no record", traceId: "t-1" }),
      { code: "1404", msg: "no record", data: null, traceId: "t-1" }
    ],
    [
      "one that was never said no to",
      new TranscriptionNotFound({ ...none, id: "task-1", code: "200", traceId: "t-1" }),
      { code: "200", msg: "", data: null, traceId: "t-1" }
    ],
    [
      "a refusal without words",
      new GatewayRejected({ ...none, code: "500", traceId: "t-1" }),
      { code: "500", msg: "", data: null, traceId: "t-1" }
    ]
  ] as const)("carries %s", ([, failure, envelope]) =>
    Effect.gen(function* () {
      const server = yield* serve({ result: () => Effect.fail(failure) })
      assert.deepStrictEqual(shown(yield* server.send({ path, body })), { status: 200, body: envelope })
    })
  )

  it.scoped("has the trace id of the call where the refusal has none", () =>
    Effect.gen(function* () {
      const server = yield* serve({ result: () => Effect.fail(new GatewayRejected({ ...none, code: "500" })) })
      const answer = yield* server.send({ path, body })
      assert.deepInclude(json(answer), { traceId: answer.headers["x-request-id"] })
    })
  )
})

it.scoped.each([
  ["/v1/chat/completions", { model: "m", messages: [{ role: "user", content: "c" }] }],
  ["/v1beta/models/m:generateContent", { contents: [{ parts: [{ text: "t" }] }] }]
] as const)("%s tells of a broken image alone by 502, with the text that came", ([path, body]) =>
  Effect.gen(function* () {
    const broken = new ImageNotReturned({
      operation: "upstream",
      attempts: 1,
      problem: "broken",
      text: "half of it",
      intact: []
    })
    const refuse = () => Effect.fail(broken)
    const server = yield* serve({ chat: refuse, native: refuse })
    const answer = yield* server.send({ path, body: JSON.stringify(body) })
    assert.deepStrictEqual(shown(answer), {
      status: 502,
      body: {
        error: { type: "ImageNotReturned", message: broken.message },
        traceId: answer.headers["x-request-id"]
      }
    })
    assert.include(broken.message, "half of it")
  })
)

it.scopedLive(
  "a failure of the gateway behind tells its trace id beside our own, also where it stands in a header",
  () =>
    Effect.gen(function* () {
      const inner = yield* upstream(says(500, "failed", { "x-request-id": about.traceId }))
      const outer = yield* started({ upstream: { baseUrl: inner.baseUrl, apiKey: Redacted.make("inner") } })
      const { body, path } = exchanges[0] ?? assert.fail("no exchange")
      const answer = yield* outer.send({ path, body: JSON.stringify(body) })
      const { traceId, upstreamTraceId } = Object(json(answer))
      assert.deepStrictEqual([traceId, upstreamTraceId], [answer.headers["x-request-id"], about.traceId])
    })
)

it.scoped("a failure of no gateway behind tells no trace id but our own", () =>
  Effect.gen(function* () {
    const server = yield* serve()
    const answer = yield* server.send({ path: "/v1/embeddings", body: "{}" })
    assert.notProperty(json(answer), "upstreamTraceId")
  })
)
