import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import type { Started } from "./support/gateway.js"
import { apiKey, path, post, right, started } from "./support/gateway.js"
import { waits } from "./support/ownOperations.js"

/** A line of Prometheus' text format: a comment of one of the three kinds, or a sample. */
const name = "[a-zA-Z_:][a-zA-Z0-9_:]*"
const label = `[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"`
const number = "(?:[+-]?(?:\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|Inf)|NaN)"
const line = new RegExp(
  `^(?:# HELP ${name} .*|# TYPE ${name} (?:counter|gauge|histogram|summary|untyped)|# UNIT .*|` +
    `${name}(?:\\{(?:${label}(?:,${label})*)?\\})? ${number}(?: \\d+)?)$`
)

const scrape = (gateway: Started) =>
  Effect.map(gateway.send({ method: "GET", path: "/metrics", headers: { authorization: "" } }), ({ bytes }) =>
    bytes.toString()
  )

/** The value of the sample of this name that has these labels; 0 where there is none yet, as counters begin. */
const sampleOf = (text: string, name: string, labels: Readonly<Record<string, string>> = {}): number => {
  const sample = text
    .split("\n")
    .find(
      (line) =>
        new RegExp(`^${name}[{ ]`).test(line) &&
        Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`))
    )
  return Number(sample?.replace(/^.*[} ](?=\S+$)/, "") ?? 0)
}

describe("/metrics", () => {
  it.scoped("is Prometheus' text, every line of it", () =>
    Effect.gen(function* () {
      const gateway = yield* started()
      yield* gateway.send({ path, body: right })
      const answer = yield* gateway.send({ method: "GET", path: "/metrics", headers: { authorization: "" } })
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.headers["content-type"], "text/plain; version=0.0.4; charset=utf-8")
      const text = answer.bytes.toString()
      assert.isTrue(text.endsWith("\n"))
      for (const one of text.trimEnd().split("\n")) assert.match(one, line)
      for (const [metric, kind] of [
        ["gateway_requests_total", "counter"],
        ["gateway_requests_in_flight", "gauge"],
        ["gateway_request_duration_seconds", "histogram"]
      ]) {
        assert.include(text, `# TYPE ${metric} ${kind}\n`)
      }
    })
  )

  it.scoped("counts answers by operation and status", () =>
    Effect.gen(function* () {
      const gateway = yield* started()
      const counts = (text: string) =>
        [
          ["createEmbeddings", "200"],
          ["createEmbeddings", "400"],
          ["createEmbeddings", "401"],
          ["none", "404"]
        ].map(([operation = "", status = ""]) => sampleOf(text, "gateway_requests_total", { operation, status }))
      const before = counts(yield* scrape(gateway))
      yield* gateway.send({ path, body: right })
      yield* gateway.send({ path, body: right })
      yield* gateway.send({ path, body: "{" })
      yield* gateway.send({ path, headers: { authorization: "Bearer none" } })
      yield* gateway.send({ path: "/nowhere" })
      const after = counts(yield* scrape(gateway))
      assert.deepStrictEqual(
        after.map((count, i) => count - (before[i] ?? 0)),
        [2, 1, 1, 1]
      )
    })
  )

  it.scoped("counts how long answers took in buckets, the last of which has them all", () =>
    Effect.gen(function* () {
      const gateway = yield* started()
      yield* gateway.send({ path, body: right })
      const text = yield* scrape(gateway)
      const of = { operation: "createEmbeddings" }
      const bucket = (le: string) => sampleOf(text, "gateway_request_duration_seconds_bucket", { ...of, le })
      const bounds = ["0.001", "0.005", "0.01", "0.05", "0.1", "0.5", "1", "5", "10", "60", "600", "+Inf"].map(bucket)
      assert.deepStrictEqual(
        [...bounds].sort((a, b) => a - b),
        bounds
      )
      assert.strictEqual(bounds.at(-1), sampleOf(text, "gateway_request_duration_seconds_count", of))
      assert.isAbove(bounds.at(-1) ?? 0, 0)
    })
  )

  it.scoped("tells how many are in flight, and none once they are answered or their callers gone", () =>
    Effect.gen(function* () {
      const [began, told] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const left = yield* Deferred.make<void>()
      let came = 0
      const until = Effect.suspend(() => (++came === 2 ? Deferred.succeed(began, undefined) : Effect.void)).pipe(
        Effect.zipRight(Deferred.await(told)),
        Effect.onInterrupt(() => Deferred.succeed(left, undefined))
      )
      const gateway = yield* started({ bindings: [waits(until)] })
      const inFlight = Effect.map(scrape(gateway), (text) => sampleOf(text, "gateway_requests_in_flight"))
      const ask = Effect.fork(gateway.send({ path: "/waits", body: "{}" }))
      assert.strictEqual(yield* inFlight, 0)
      const [one, other] = [yield* ask, yield* ask]
      yield* Deferred.await(began)
      assert.strictEqual(yield* inFlight, 2)
      yield* Fiber.interrupt(one)
      yield* Deferred.await(left)
      assert.strictEqual(yield* inFlight, 1)
      yield* Deferred.succeed(told, undefined)
      yield* Fiber.join(other)
      assert.strictEqual(yield* inFlight, 0)
    })
  )

  it.scoped("has no label that a caller can invent values of, and no secret", () =>
    Effect.gen(function* () {
      const gateway = yield* started()
      yield* gateway.send({ path: "/secret-path?secret-query", body: right })
      yield* gateway.send({ path: "/v1beta/models/secret-model:generateContent", body: "{}" })
      yield* gateway.send({ path: "/tk/v1/speech/async/result", body: '{"id":"secret-id"}' })
      yield* gateway.send({ method: "PROPFIND", path, headers: { "x-request-id": "secret-trace" } })
      yield* gateway.write(`${post("Connection: close", "Content-Length: 1")}{`)
      const text = yield* scrape(gateway)
      for (const secret of ["secret", apiKey, "PROPFIND"]) assert.notInclude(text, secret)
      const own = text.split("\n").filter((line) => line.startsWith("gateway_"))
      const labels = own.flatMap((line) => [...line.matchAll(/(\w+)="/g)].map(([, label]) => label))
      assert.sameMembers([...new Set(labels)], ["operation", "status", "le", "otel_scope_name"])
    })
  )
})
