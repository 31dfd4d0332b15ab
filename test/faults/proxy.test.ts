import { HttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { GatewayClientOptions, OperationName } from "effect-model-gateway"
import { noRetries, RetryPolicy } from "effect-model-gateway"
import type { FaultRule } from "effect-model-gateway/server"
import { faulty, first } from "../server/faults/support/faulty.js"
import type { Treatment } from "../support/tcpProxy.js"
import { tcpProxy } from "../support/tcpProxy.js"
import { clientOf, shortRetries, work } from "./support/client.js"
import type { Safety } from "./support/table.js"
import { treatedRows } from "./support/treated.js"

/** Operations of each safety. */
const operations: ReadonlyArray<readonly [OperationName, Safety]> = [
  ["createEmbeddings", "read"],
  ["submitTranscription", "keyed"],
  ["generateChatImage", "order"],
  ["orderVideo", "order"]
]

/** A gateway behind a proxy that treats the first connection so, and a client of it. */
const behind = (treatment: Treatment, rules: ReadonlyArray<FaultRule> = []) =>
  Effect.gen(function* () {
    const { baseUrl, journal, journalUntil, uri } = yield* faulty(rules)
    const proxy = yield* tcpProxy(baseUrl, (connection) => (connection === 1 ? treatment : { kind: "pass" }))
    const client = (options: Partial<GatewayClientOptions> = {}) =>
      clientOf({ retries: shortRetries, attemptTimeout: "8 seconds", ...options, baseUrl: proxy.baseUrl })
    /** How a call ends. */
    const call = (name: OperationName) =>
      Effect.match(work(uri)[name], { onFailure: (error) => ({ ...error }), onSuccess: () => "done" as const })
    /** What the gateway did, by its own account. */
    const did = (name: OperationName) =>
      Effect.map(journal, ({ orders, requests, submissions }) => ({
        read: requests[name] ?? 0,
        accepted: orders.length + (submissions[0]?.accepted ?? 0),
        asked: requests.queryTranscription ?? 0
      }))
    return { proxy, client, call, did, journalUntil }
  })

describe("through a proxy that knows nothing of HTTP", () => {
  it.scopedLive.each(
    operations.flatMap(([name, safety]) => treatedRows.map((row) => [name, row.what, row, safety] as const))
  )("%s meets: %s", ([name, , { hurried = false, treatment, ...row }, safety]) =>
    Effect.gen(function* () {
      const { call, client, did } = yield* behind(treatment)
      const { outcome, ...seen } = row[safety]
      const ended = yield* Effect.provide(call(name), client(hurried ? { attemptTimeout: "300 millis" } : {}))
      if (outcome === "done" || ended === "done") assert.deepEqual<unknown>(ended, outcome)
      else assert.deepInclude<object>(ended, outcome)
      assert.deepStrictEqual(yield* did(name), safety === "read" ? { ...seen, accepted: 0 } : seen)
    })
  )
})

describe.each(operations)("%s, where nothing listens", (name, safety) => {
  const accepted = safety === "read" ? 0 : 1

  it.scopedLive("is sent again, and goes well once something does", () =>
    Effect.gen(function* () {
      const { call, client, did, proxy } = yield* behind({ kind: "pass" })
      yield* proxy.stop
      const transformClient = (http: HttpClient.HttpClient) => HttpClient.tapError(http, () => proxy.listen)
      assert.strictEqual(yield* Effect.provide(call(name), client({ transformClient })), "done")
      assert.deepStrictEqual(yield* did(name), { read: 1, accepted, asked: 0 })
    })
  )

  it.scopedLive("ends by an error that says that it was not sent", () =>
    Effect.gen(function* () {
      const { call, client, did, proxy } = yield* behind({ kind: "pass" })
      yield* proxy.stop
      const refused = { _tag: "GatewayTransportError", connected: false, reason: "ECONNREFUSED" }
      yield* Effect.gen(function* () {
        assert.deepInclude<object | string>(yield* call(name), { ...refused, attempts: 3 })
        const once = yield* Effect.provideService(call(name), RetryPolicy, noRetries)
        assert.deepInclude<object | string>(once, { ...refused, attempts: 1 })
      }).pipe(Effect.provide(client()))
      yield* proxy.listen
      assert.deepStrictEqual(yield* did(name), { read: 0, accepted: 0, asked: 0 })
    })
  )

  it.scopedLive("goes out on a new connection, where the gateway was started anew meanwhile", () =>
    Effect.gen(function* () {
      const { call, client, did, proxy } = yield* behind({ kind: "pass" })
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* call("listAssets"), "done")
        yield* Effect.zipRight(proxy.stop, proxy.listen)
        // The client has to hear of it: an order on a connection that it takes for alive ends as outcome unknown.
        yield* Effect.sleep("20 millis")
        assert.strictEqual(yield* call(name), "done")
      }).pipe(Effect.provide(client()))
      assert.strictEqual(proxy.connections(), 2)
      assert.deepStrictEqual(yield* did(name), { read: 1, accepted, asked: 0 })
    })
  )

  it.scopedLive("is lost where the gateway is killed while it answers, and an order is not sent again", () =>
    Effect.gen(function* () {
      const { call, client, did, journalUntil, proxy } = yield* behind({ kind: "pass" }, [
        first(name, { kind: "hang", accepts: true })
      ])
      const transformClient = (http: HttpClient.HttpClient) => HttpClient.tapError(http, () => proxy.listen)
      const fiber = yield* Effect.fork(Effect.provide(call(name), client({ transformClient })))
      yield* journalUntil(({ orders, submissions, faults }) =>
        safety === "read" ? faults.length === 1 : orders.length + (submissions[0]?.accepted ?? 0) === 1
      )
      yield* proxy.stop
      const ended = yield* Fiber.join(fiber)
      if (safety === "order") {
        assert.deepInclude<object | string>(ended, { _tag: "GatewayOutcomeUnknown", reason: "ECONNRESET", attempts: 1 })
      } else assert.strictEqual(ended, "done")
      const [read, asked] = { read: [2, 0], keyed: [1, 1], order: [1, 0] }[safety]
      assert.deepStrictEqual(yield* did(name), { read, accepted, asked })
    })
  )
})
