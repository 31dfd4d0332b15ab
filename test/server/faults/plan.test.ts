import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Schema } from "effect"
import { Operation, Safety } from "effect-model-gateway"
import { bind, readFaultPlan } from "effect-model-gateway/server"
import { apiKey, started } from "../../embedded/support/gateway.js"
import { serve } from "../support/serve.js"
import { faulty } from "./support/faulty.js"

const drop = { kind: "drop" } as const
const share = { operation: "createEmbeddings", probability: 0.3, fault: { kind: "status", status: 400 } } as const

/** The numbers of the requests for embeddings that met a fault, among 60. */
const met = (seed: number, rules: Parameters<typeof faulty>[0], concurrency = 1) =>
  Effect.gen(function* () {
    const { ask, journal, reply } = yield* faulty(rules, seed)
    const both = Effect.zipRight(reply(ask.createEmbeddings), reply(ask.listAssets))
    yield* Effect.replicateEffect(both, 60, { concurrency })
    const { faults, requests } = yield* journal
    assert.strictEqual(requests.createEmbeddings, 60)
    return faults
      .filter(({ operation }) => operation === "createEmbeddings")
      .map(({ request }) => request)
      .sort((a, b) => a - b)
  }).pipe(Effect.scoped)

describe("which requests meet a fault", () => {
  it.live("is the same for one seed, whatever else runs beside it, and another for another", () =>
    Effect.gen(function* () {
      const once = yield* met(7, [share])
      assert.isAtLeast(once.length, 8)
      assert.isAtMost(once.length, 30)
      assert.deepStrictEqual(yield* met(7, [share], 12), once)
      const others = { operation: "listAssets", fault: { kind: "status", status: 503 } } as const
      assert.deepStrictEqual(yield* met(7, [share, others]), once)
      assert.notDeepEqual(yield* met(8, [share]), once)
    })
  )

  it.live("is not the same for two rules of one share", () =>
    Effect.gen(function* () {
      const never = { operation: "orderVideo", fault: drop } as const
      assert.notDeepEqual(yield* met(7, [never, share]), yield* met(7, [share]))
    })
  )

  it.live("is bounded by number and times; the first rule that is for a request is the one", () =>
    Effect.gen(function* () {
      const fault = share.fault
      assert.deepStrictEqual(yield* met(7, [{ operation: "*", at: [2, 59, 61], fault }]), [2, 59])
      assert.deepStrictEqual(yield* met(7, [{ operation: "createEmbeddings", times: 3, fault }]), [1, 2, 3])
      assert.deepStrictEqual(yield* met(7, [{ operation: "createEmbeddings", probability: 0, fault }]), [])
      assert.lengthOf(yield* met(7, [{ operation: "createEmbeddings", probability: 1, fault }]), 60)
      const { ask, journal, reply } = yield* faulty([
        { operation: "createEmbeddings", at: [1], fault: { kind: "wrongIndex" } },
        { operation: "*", at: [1], fault: { kind: "wrongDimension" } },
        { operation: "*", at: [1], fault: { kind: "duplicateResult" } }
      ])
      yield* reply(ask.createEmbeddings)
      yield* reply(ask.rerankDocuments)
      yield* reply(ask.orderVideo)
      assert.deepStrictEqual(
        (yield* journal).faults.map(({ fault, operation, rule }) => [operation, fault, rule]),
        [
          ["createEmbeddings", "wrongIndex", 0],
          ["rerankDocuments", "duplicateResult", 2]
        ]
      )
    }).pipe(Effect.scoped)
  )

  it.scopedLive("is not counted by requests without the key, nor by those that cannot be read", () =>
    Effect.gen(function* () {
      const { ask, baseUrl, journal, reply } = yield* faulty([{ operation: "orderVideo", at: [1], fault: drop }])
      const post = (headers: Readonly<Record<string, string>>, body: string) =>
        Effect.promise(() => fetch(`${baseUrl}${ask.orderVideo.path}`, { method: "POST", headers, body }))
      assert.strictEqual((yield* post({}, "{}")).status, 401)
      assert.strictEqual((yield* post({ authorization: `Bearer ${apiKey}` }, "{")).status, 400)
      assert.deepStrictEqual((yield* journal).requests, {})
      yield* reply(ask.createEmbeddings)
      assert.deepStrictEqual((yield* journal).requests, { createEmbeddings: 1 })
    })
  )
})

describe("the journal", () => {
  it.scopedLive("wants the key, is not in itself, and is not there without faults", () =>
    Effect.gen(function* () {
      const { baseUrl, journal } = yield* faulty([])
      const path = "/faults/journal"
      assert.strictEqual((yield* Effect.promise(() => fetch(`${baseUrl}${path}`))).status, 401)
      assert.deepStrictEqual(yield* journal, {
        seed: 1,
        requests: {},
        faults: [],
        orders: [],
        submissions: [],
        entries: []
      })
      const plain = yield* started()
      assert.strictEqual((yield* plain.send({ method: "GET", path })).status, 404)
    })
  )

  it.scopedLive("tells each order by the caller's key and each id by how often it came and was accepted", () =>
    Effect.gen(function* () {
      const { ask, journal, reply } = yield* faulty([
        { operation: "submitTranscription", at: [2], fault: { kind: "status", status: 503 } }
      ])
      for (const key of ["a", "b", "b".repeat(300)]) {
        yield* reply({ ...ask.orderVideo, headers: { "Idempotency-Key": key } })
        yield* reply(ask.submitTranscription)
      }
      yield* reply({ ...ask.orderVideo, body: { prompt: "an order without a model is refused" } })
      const { orders, submissions } = yield* journal
      assert.deepStrictEqual(
        orders.map(({ idempotencyKey, request }) => [idempotencyKey, request]),
        [
          ["a", 1],
          ["b", 2],
          ["b".repeat(200), 3]
        ]
      )
      assert.deepStrictEqual(submissions, [{ operation: "submitTranscription", id: "task-1", sent: 3, accepted: 2 }])
    })
  )
})

it.scopedLive("the front page warns of faults in its title", () =>
  Effect.gen(function* () {
    const titleOf = (faults?: { readonly seed: number; readonly rules: [] }) =>
      Effect.gen(function* () {
        const { baseUrl } = yield* started({ ui: true, faults })
        const activity = yield* Effect.promise(() => fetch(`${baseUrl}/activity`).then((it) => it.json()))
        return activity.gateway.title
      })
    assert.strictEqual(yield* titleOf(), "effect-model-gateway")
    assert.strictEqual(yield* titleOf({ seed: 1, rules: [] }), "effect-model-gateway with faults")
  })
)

it.scopedLive("an operation of the user's own meets faults too", () =>
  Effect.gen(function* () {
    const buy = Operation.post("buy", "/buy", {
      request: Schema.Struct({ what: Schema.String }),
      response: Schema.Struct({ bought: Schema.String }),
      safety: Safety.order
    })
    const gateway = yield* started({
      bindings: [bind(buy, ({ what }) => Effect.succeed({ bought: what }))],
      faults: { seed: 1, rules: [{ operation: "buy", fault: { kind: "status", status: 500, accepts: true } }] }
    })
    const answer = yield* gateway.send({ path: "/buy", body: JSON.stringify({ what: "tea" }) })
    assert.strictEqual(answer.status, 500)
    const journal = yield* gateway.send({ method: "GET", path: "/faults/journal" })
    assert.lengthOf(JSON.parse(journal.bytes.toString()).orders, 1)
  })
)

const rule = (given: object) => ({ seed: 1, rules: [{ operation: "orderVideo", fault: drop, ...given }] })

const wrong: ReadonlyArray<readonly [plan: unknown, path: string, problem: RegExp]> = [
  [{ rules: [] }, "seed", /is missing/],
  [{ seed: 1, rules: [], sed: 2 }, "sed", /is not a field here/],
  [rule({ at: 3 }), "rules[0].at", /must be an array/],
  [rule({ at: [0] }), "rules[0].at[0]", /must be a whole number from 1/],
  [rule({ probability: 1.1 }), "rules[0].probability", /must be a number from 0 to 1/],
  [rule({ times: 0 }), "rules[0].times", /must be a whole number from 1/],
  [rule({ propability: 1 }), "rules[0].propability", /is not a field here/],
  [rule({ fault: { kind: "dorp" } }), "rules[0].fault.kind", /must be "status" \| "refusal" \| "drop"/],
  [rule({ fault: { kind: "status", status: 200 } }), "rules[0].fault.status", /must be a status from 400 to 599/],
  [rule({ fault: { kind: "slowBody" } }), "rules[0].fault.millis", /is missing/],
  [rule({ fault: { kind: "drop", accept: true } }), "rules[0].fault.accept", /is not a field here/],
  [rule({ operation: "orderVidoe" }), "rules[0].operation", /is the name of no operation that is served/],
  [rule({ fault: { kind: "refusal" } }), "rules[0].operation", /cannot meet the fault refusal/],
  [rule({ fault: { kind: "emptyImage" } }), "rules[0].operation", /cannot meet the fault emptyImage/]
]

describe("a plan that does not fit", () => {
  it.each(wrong)("%j is refused by field", (plan, path, problem) => {
    const [issue, ...others] = Either.getOrThrow(Either.flip(readFaultPlan(plan)))
    assert.strictEqual(issue?.path, path)
    assert.match(issue?.problem ?? "", problem)
    assert.lengthOf(others, 0)
  })

  it.scopedLive("does not start a server that knows no way to cut a connection", () =>
    Effect.gen(function* () {
      const faults = (kind: "drop" | "hang") => ({ seed: 1, rules: [{ operation: "*", fault: { kind } }] })
      const cause = yield* Effect.flip(Effect.sandbox(serve({}, { faults: faults("drop") })))
      assert.include(String(cause), "provide CutConnection")
      yield* serve({}, { faults: faults("hang") })
    })
  )

  it.scopedLive("does not start a gateway", () =>
    Effect.gen(function* () {
      const faults = { seed: 1, rules: [{ operation: "orderVidoe", fault: drop }] }
      const cause = yield* Effect.flip(Effect.sandbox(started({ faults })))
      assert.include(String(cause), "rules[0].operation is the name of no operation that is served")
    })
  )
})
