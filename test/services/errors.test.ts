import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, identity, Option, Schema, TestClock } from "effect"
import type { GatewayClientOptions } from "effect-model-gateway"
import { GatewayError, noRetries, RetryPolicy } from "effect-model-gateway"
import type { Answer, GatewayFake } from "../support/fakeGateway.js"
import { bodyThat, fakeGateway, hangs, json, recorded, systemError, text, unreachable } from "../support/fakeGateway.js"
import type { Sample } from "../support/samples.js"
import { samples } from "../support/samples.js"
import { within } from "../support/time.js"

/** One way in which a call ends badly, and the error that must tell of it. */
interface Row {
  readonly what: string
  readonly answer: Answer
  readonly options?: Partial<GatewayClientOptions>
  readonly tag: GatewayError["_tag"]
  /** Where an order ends otherwise. */
  readonly orderTag?: GatewayError["_tag"]
  readonly fields?: Readonly<Record<string, unknown>>
  readonly message: RegExp
  /** Whether an order that ends so may have been accepted. */
  readonly open?: boolean
  /** Whether the error comes only with time. */
  readonly hangs?: true
  /** Which operations the row is about; all where it is left out. */
  readonly only?: (sample: Sample) => boolean
}

const unknown = { orderTag: "GatewayOutcomeUnknown" } as const
const enveloped = ({ operation }: Sample) => operation.envelope !== undefined
const body = { error: { type: "Oops", message: "the size is odd" }, traceId: "trace-1" }

const statusRows: ReadonlyArray<Row> = [
  {
    what: "400",
    answer: json(body, { status: 400 }),
    tag: "GatewayBadRequest",
    fields: { detail: "the size is odd", traceId: "trace-1" },
    message: /refused the request \(400\): the size is odd \(trace trace-1\)$/
  },
  {
    what: "401",
    answer: json(body, { status: 401 }),
    tag: "GatewayUnauthorized",
    message: /refused the API key \(401\); check MODEL_GATEWAY_API_KEY/
  },
  { what: "429", answer: json(body, { status: 429 }), tag: "GatewayRateLimited", message: /fewer requests \(429\)/ },
  {
    what: "503",
    answer: json(body, { status: 503 }),
    tag: "GatewayUnavailable",
    message: /unavailable \(503\)/,
    open: true
  },
  ...[201, 204, 302, 304, 403, 404, 408, 409, 500, 502, 504].map(
    (status): Row => ({
      what: `${status} with an empty body`,
      answer: text(null, { status }),
      tag: "GatewayUnexpectedStatus",
      fields: { status, detail: undefined },
      message: new RegExp(`the unexpected status ${status}$`),
      open: status < 400 || status === 408 || status >= 500,
      only: ({ operation }) => !operation.successStatuses.includes(status)
    })
  ),
  {
    what: "401 with an empty body",
    answer: text(null, { status: 401 }),
    tag: "GatewayUnauthorized",
    message: /MODEL_GATEWAY_API_KEY, or the apiKey option$/
  },
  {
    what: "502 with HTML",
    answer: recorded("bad-gateway.html", { status: 502 }),
    tag: "GatewayUnexpectedStatus",
    fields: { status: 502 },
    message: /the unexpected status 502: 502 Bad Gateway 502 Bad Gateway edge$/,
    open: true
  },
  {
    what: "400 with JSON that is cut short",
    answer: text('{"error": {"message": "the size', { status: 400 }),
    tag: "GatewayBadRequest",
    message: /the size$/
  },
  {
    what: "400 with a body that breaks off",
    answer: bodyThat("breaks", '{"error": {"message": "the size', { status: 400 }),
    tag: "GatewayBadRequest",
    message: /the size$/
  },
  {
    what: "503 with a body that is too large",
    answer: bodyThat("never ends", "no ", { status: 503, headers: { "retry-after": "3" } }),
    options: { maxReplyBytes: 10_000 },
    tag: "GatewayUnavailable",
    fields: { retryAfter: Duration.seconds(3) },
    message: /unavailable/
  },
  {
    what: "403 with a trace id in a header",
    answer: text("no", { status: 403, headers: { "X-Request-Id": "trace-2" } }),
    tag: "GatewayUnexpectedStatus",
    fields: { status: 403, traceId: "trace-2", detail: "no" },
    message: /\(trace trace-2\)$/
  }
]

/** Nothing is known of the reply to an order of a video, not even that there is one. */
const shown = ({ operation }: Sample) => operation.name !== "orderVideo"

const halfMinute = Duration.seconds(30)

/** The test's time stands at the beginning of 1970. */
const retryAfterRows = ([429, 503] as const).flatMap((status): ReadonlyArray<Row> => {
  const row = (what: string, header: string | undefined, retryAfter?: Duration.Duration, date?: string): Row => ({
    what: `${status} with Retry-After ${what}`,
    answer: text("later", {
      status,
      headers: {
        ...(header === undefined ? {} : { "Retry-After": header }),
        ...(date === undefined ? {} : { Date: date })
      }
    }),
    tag: status === 429 ? "GatewayRateLimited" : "GatewayUnavailable",
    fields: { retryAfter },
    open: status === 503 && retryAfter === undefined,
    message: new RegExp(`\\(${status}\\): later$`)
  })
  return [
    row("absent", undefined),
    row("in seconds", "120", Duration.minutes(2)),
    row("of 0 seconds", "0", Duration.zero),
    row("as a date", "Thu, 01 Jan 1970 00:01:30 GMT", Duration.seconds(90)),
    row("as a date in the past", "Wed, 31 Dec 1969 23:59:00 GMT", Duration.zero),
    row("as a date of RFC 850", "Thursday, 01-Jan-70 00:01:30 GMT", Duration.seconds(90)),
    row("as a date of asctime", "Thu Jan  1 00:01:30 1970", Duration.seconds(90)),
    row("as a date in UTC", "Thu, 01 Jan 1970 00:01:30 UTC", Duration.seconds(90)),
    row(
      "as a date on a clock that is behind",
      "Wed, 31 Dec 1969 23:59:30 GMT",
      halfMinute,
      "Wed, 31 Dec 1969 23:59:00 GMT"
    ),
    row(
      "as a date on a clock that is ahead",
      "Thu, 01 Jan 1970 01:00:30 GMT",
      halfMinute,
      "Thu, 01 Jan 1970 01:00:00 GMT"
    ),
    row("as a date beside a date that is garbage", "Thu, 01 Jan 1970 00:00:30 GMT", halfMinute, "today"),
    row("set twice", "30, 5", halfMinute),
    row("set twice, once as a date", "Thu, 01 Jan 1970 00:00:30 GMT, 5", halfMinute),
    row("set twice, once as garbage", "soon, 30", halfMinute),
    row("of ten digits", "1234567890", Duration.seconds(1234567890)),
    row("of more seconds than can be told", "9".repeat(400), Duration.millis(Number.MAX_SAFE_INTEGER)),
    ...["soon", "in 5 minutes", "-5", "5s", "", ",", "Thu Jan  1 1970"].map((garbage) =>
      row(`that is garbage, "${garbage}"`, garbage)
    )
  ]
})

const refused = systemError("ECONNREFUSED")
const nested = (code: string) =>
  new TypeError("fetch failed", { cause: new AggregateError([systemError(code), systemError(code)]) })

const transportRows: ReadonlyArray<Row> = [
  ...[refused, new TypeError("fetch failed", { cause: refused }), nested("ECONNREFUSED")].map(
    (cause): Row => ({
      what: `a refused connection (${cause.constructor.name}, ${cause.cause?.constructor.name})`,
      answer: unreachable(cause),
      tag: "GatewayTransportError",
      fields: { connected: false, reason: "ECONNREFUSED" },
      message: /no connection to the gateway \(ECONNREFUSED\); check that it runs, and the base URL/
    })
  ),
  ...["ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT", "ERR_SSL_WRONG_VERSION_NUMBER", "CERT_HAS_EXPIRED"].map(
    (code): Row => ({
      what: `a connection that never came about (${code})`,
      answer: unreachable(nested(code)),
      tag: "GatewayTransportError",
      fields: { connected: false, reason: code },
      message: new RegExp(`no connection to the gateway \\(${code}\\)`)
    })
  ),
  ...["ECONNRESET", "UND_ERR_SOCKET", "EPIPE", "ETIMEDOUT"].map(
    (code): Row => ({
      what: `a broken connection (${code})`,
      answer: unreachable(nested(code)),
      tag: "GatewayTransportError",
      ...unknown,
      fields: { reason: code },
      message: new RegExp(`\\(${code}\\)`)
    })
  ),
  {
    what: "a failure without a code",
    answer: unreachable("odd"),
    tag: "GatewayTransportError",
    ...unknown,
    message: /\(Transport\)/
  },
  {
    what: "a body that breaks off",
    answer: bodyThat("breaks", '{"code": "200", '),
    tag: "GatewayTransportError",
    ...unknown,
    fields: { reason: "ECONNRESET" },
    message: /\(ECONNRESET\)/
  },
  ...[hangs, bodyThat("stalls", '{"code": "200", ')].map(
    (answer): Row => ({
      what: answer === hangs ? "no answer in time" : "no last byte in time",
      answer,
      tag: "GatewayTimeout",
      ...unknown,
      hangs: true,
      message: /no whole reply within 10m$/
    })
  )
]

const misfit = { tag: "GatewayInvalidResponse" } as const

const replyRows: ReadonlyArray<Row> = [
  {
    what: "a body that is not JSON",
    answer: text("<html>Welcome</html>"),
    ...misfit,
    message: /the body must be JSON/
  },
  { what: "JSON that is cut short", answer: text('{"code": "20'), ...misfit, message: /the body must be JSON/ },
  ...["", " \n", null].map(
    (nothing): Row => ({
      what: `an empty body (${JSON.stringify(nothing)})`,
      answer: text(nothing),
      ...misfit,
      message: /the body is empty/,
      only: shown
    })
  ),
  {
    what: "JSON of a wrong shape",
    answer: json([1, 2, 3], { headers: { "x-trace-id": "trace-3" } }),
    ...misfit,
    fields: { traceId: "trace-3", excerpt: "[1,2,3]" },
    message: /the gateway's reply does not fit: the body must be .*, not an array \(trace trace-3\)$/,
    only: shown
  },
  {
    what: "a reply too large by its Content-Length",
    answer: text("{}", { headers: { "content-length": "1001" } }),
    options: { maxReplyBytes: 1000 },
    ...misfit,
    ...unknown,
    message: /larger than 1000 bytes; the maxReplyBytes option|the reply is too large/
  },
  {
    what: "a reply too large as counted",
    answer: bodyThat("never ends", "{".repeat(100)),
    options: { maxReplyBytes: 1000 },
    ...misfit,
    ...unknown,
    message: /larger than 1000 bytes; the maxReplyBytes option|the reply is too large/
  },
  {
    what: "an envelope that says no",
    answer: json({ code: "50301", msg: "resource is used up", data: { left: 0 }, traceId: "trace-4" }),
    tag: "GatewayRejected",
    fields: { code: "50301", msg: "resource is used up", data: { left: 0 }, traceId: "trace-4" },
    message: /answered 200 with the code 50301 \(resource is used up\) \(trace trace-4\)$/,
    only: enveloped
  },
  {
    what: "an envelope without a code",
    answer: json({ msg: "success", data: null }),
    ...misfit,
    message: /code is missing/,
    only: enveloped
  }
]

const rows = [...statusRows, ...retryAfterRows, ...transportRows, ...replyRows]

/** Calls once, and gives the error. */
const failureOf = (sample: Sample, gateway: GatewayFake) =>
  sample.call.pipe(Effect.provide(gateway.layer), Effect.provideService(RetryPolicy, noRetries), Effect.flip)

/** An error as a durable step would write it down. */
const written = Schema.parseJson(GatewayError)

describe.each(samples)("$operation.name fails typed on", (sample) => {
  const { operation } = sample
  const isOrder = operation.safety._tag === "Order"

  it.effect.each(rows.filter(({ only = () => true }) => only(sample)))("$what", (row) =>
    Effect.gen(function* () {
      const gateway = fakeGateway([row.answer], row.options)
      const error = yield* failureOf(sample, gateway).pipe(row.hangs === true ? within("1 hour") : identity)
      assert(Schema.is(GatewayError)(error))

      const tag = isOrder ? (row.orderTag ?? row.tag) : row.tag
      assert.strictEqual(error._tag, tag)
      assert.include(error, { operation: operation.name, attempts: 1 })
      for (const [field, value] of Object.entries(row.fields ?? {})) {
        assert.deepStrictEqual(Reflect.get(error, field), value, field)
      }
      assert.isTrue(error.message.startsWith(`${operation.name}: `), error.message)
      const open = "the order may have been accepted"
      assert.strictEqual(error.open, isOrder && row.open === true ? true : undefined)
      assert.strictEqual(error.message.includes(`(${open}`), error.open === true)
      if (tag === "GatewayOutcomeUnknown") assert.match(error.message, /may have been accepted.*before ordering again/)
      else assert.match(error.message.replace(` (${open})`, ""), row.message)
      assert.lengthOf(gateway.received, 1)

      const text = yield* Schema.encode(written)(error)
      const read = yield* Schema.decode(written)(text)
      assert.strictEqual(read.message, error.message)
      assert.strictEqual(yield* Schema.encode(written)(read), text)
    })
  )
})

describe.each(samples)("the attempts of $operation.name", (sample) => {
  it.effect.each([
    { attemptTimeout: undefined, limit: Duration.minutes(10) },
    { attemptTimeout: "3 seconds", limit: Duration.seconds(3) }
  ] as const)("take no longer than $limit where the option is $attemptTimeout", ({ attemptTimeout, limit }) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(failureOf(sample, fakeGateway([hangs], { attemptTimeout })))
      yield* TestClock.adjust(Duration.subtract(limit, "1 millis"))
      assert.isTrue(Option.isNone(yield* Fiber.poll(fiber)))
      yield* TestClock.adjust("1 millis")
      const error = yield* fiber
      if (sample.operation.safety._tag === "Order") assert.deepInclude(error, { reason: "timeout" })
      else assert.deepInclude(error, { limit })
    })
  )
})
