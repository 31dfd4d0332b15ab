import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { OperationName } from "effect-model-gateway"
import { operations } from "effect-model-gateway"
import type { Fault } from "effect-model-gateway/server"
import { faulty, first } from "./support/faulty.js"
import { parsed } from "./support/wire.js"

/** What must have come over the wire. */
type Seen = (end: { readonly how: "closed" | "reset"; readonly text: string }) => void

const nothing =
  (how: "closed" | "reset"): Seen =>
  (end) =>
    assert.deepStrictEqual(end, { how, text: "" })

const answer =
  (status: number, headers: Readonly<Record<string, string | undefined>>, body: RegExp): Seen =>
  ({ how, text }) => {
    const came = parsed(text)
    assert.strictEqual(how, "closed")
    assert.strictEqual(came.status, status)
    for (const [name, value] of Object.entries(headers)) assert.strictEqual(came.headers[name], value)
    assert.match(came.body, body)
    assert.match(came.headers["x-request-id"] ?? "", /^[0-9a-f]{32}$/)
  }

/** The beginning of a reply in JSON that is no JSON itself, with these many bytes of each that were promised. */
const half =
  (how: "closed" | "reset", share: number): Seen =>
  (end) => {
    const { body, headers, status } = parsed(end.text)
    assert.strictEqual(end.how, how)
    assert.strictEqual(status, 200)
    assert.match(body, /^\{"/)
    assert.throws(() => JSON.parse(body))
    assert.strictEqual(body.length, Math.ceil(Number(headers["content-length"]) * share))
  }

const whole = answer(200, { "transfer-encoding": undefined }, /^\{".*\}$/s)

/** Faults that every operation can meet: what comes over the wire, and whether the work is done. */
const table: ReadonlyArray<readonly [fault: Fault, seen: Seen, done: boolean]> = [
  [
    { kind: "status", status: 400 },
    answer(400, { "retry-after": undefined, "content-type": "application/json" }, /"type":"GatewayBadRequest"/),
    false
  ],
  [{ kind: "status", status: 401, body: "empty" }, answer(401, { "content-type": undefined }, /^$/), false],
  [
    { kind: "status", status: 429, retryAfter: 2 },
    answer(429, { "retry-after": "2" }, /"type":"GatewayRateLimited".*"traceId":"[0-9a-f]{32}"/),
    false
  ],
  [
    { kind: "status", status: 503, retryAfter: 0, body: "html" },
    answer(503, { "retry-after": "0", "content-type": "text/html" }, /^<html>.*503/s),
    false
  ],
  [{ kind: "status", status: 500, accepts: true }, answer(500, {}, /"type":"Fault"/), true],
  [{ kind: "drop" }, nothing("closed"), false],
  [{ kind: "drop", reset: true }, nothing("reset"), false],
  [{ kind: "drop", accepts: true }, nothing("closed"), true],
  [{ kind: "drop", accepts: true, reset: true }, nothing("reset"), true],
  [{ kind: "resetInBody" }, half("reset", 0.5), true],
  [{ kind: "cutJson" }, half("closed", 1), true],
  [{ kind: "slowBody", millis: 18 }, whole, true]
]

/** How often an operation's work was done, as the journal counts it; of what changes nothing it does not count. */
const accepted = (name: OperationName, done: boolean) => ({
  orders: done && ["generateChatImage", "generateNativeImage", "orderVideo"].includes(name) ? 1 : 0,
  submissions: name === "submitTranscription" ? [{ id: "task-1", sent: 1, accepted: done ? 1 : 0 }] : []
})

const statusOf = (fault: Fault): number => (fault.kind === "status" ? fault.status : fault.kind === "drop" ? 444 : 200)

describe.each(operations.map(({ name }) => name))("%s", (name) => {
  it.scopedLive.each(table)("meets %j", ([fault, seen, done]) =>
    Effect.gen(function* () {
      const { ask, journal, reply, wire } = yield* faulty([first(name, fault)])
      if (name === "queryTranscription") yield* reply(ask.submitTranscription)
      const call = { ...ask[name], headers: { "Idempotency-Key": "job-1" } }
      seen(yield* (yield* wire(call)).ended)

      const { entries, faults, orders, requests, submissions } = yield* journal
      const [met] = faults
      assert.lengthOf(faults, 1)
      assert.deepInclude(met, { operation: name, request: 1, rule: 0, fault: fault.kind, idempotencyKey: "job-1" })
      assert.strictEqual(requests[name], 1)
      assert.deepInclude(
        entries.find(({ traceId }) => traceId === met?.traceId),
        {
          path: ask[name].path,
          operation: name,
          fault: fault.kind,
          status: statusOf(fault)
        }
      )
      const expected = accepted(name, done)
      assert.deepStrictEqual(
        orders.map(({ idempotencyKey, traceId }) => [idempotencyKey, traceId]),
        expected.orders === 0 ? [] : [["job-1", met?.traceId]]
      )
      if (name !== "queryTranscription") {
        assert.deepStrictEqual(
          submissions.map(({ accepted, id, sent }) => ({ id, sent, accepted })),
          expected.submissions
        )
      }

      whole(yield* (yield* wire(call)).ended)
      assert.lengthOf((yield* journal).faults, 1)
    })
  )

  it.scopedLive.each([true, false])("hangs until the caller leaves; the work is done: %s", (accepts) =>
    Effect.gen(function* () {
      const { ask, journalUntil, reply, wire } = yield* faulty([first(name, { kind: "hang", accepts })])
      if (name === "queryTranscription") yield* reply(ask.submitTranscription)
      const hung = yield* wire(ask[name])
      const expected = accepted(name, accepts)
      yield* journalUntil(({ faults, orders }) => faults.length === 1 && orders.length === expected.orders)
      assert.strictEqual(hung.text(), "")
      yield* hung.leave
      const left = yield* journalUntil(({ entries }) => entries.some(({ fault }) => fault !== undefined))
      assert.deepInclude(
        left.entries.find(({ fault }) => fault === "hang"),
        { operation: name, status: 499 }
      )
      assert.lengthOf(left.orders, expected.orders)
      if (name === "submitTranscription") assert.strictEqual(left.submissions[0]?.accepted, accepts ? 1 : 0)
    })
  )

  it.scopedLive("never ends its body", () =>
    Effect.gen(function* () {
      const { ask, journal, reply, wire } = yield* faulty([first(name, { kind: "endlessBody" })])
      if (name === "queryTranscription") yield* reply(ask.submitTranscription)
      const endless = yield* wire(ask[name])
      const text = yield* endless.until((text) => text.length > 1_000_000)
      assert.match(text.slice(0, 1_000), /^HTTP\/1\.1 200 .*transfer-encoding: chunked.*\{"/is)
      assert.match(text.slice(900_000, 910_000), / {1000}/)
      yield* endless.leave
      assert.lengthOf((yield* journal).orders, accepted(name, true).orders)
    })
  )
})
