import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { exchanges } from "./support/exchanges.js"
import type { Calls } from "./support/fakeServices.js"
import { all } from "./support/fakeServices.js"
import type { Answer } from "./support/http.js"
import type { Served } from "./support/serve.js"
import { serve, shown } from "./support/serve.js"

/** A 500 that says no more than the trace id, under which the log has the rest. */
const assertFailed = ({ logs }: Served, target: string, answer: Answer, detail: string) => {
  const traceId = String(answer.headers["x-request-id"])
  assert.deepStrictEqual(shown(answer), {
    status: 500,
    body: { error: { type: "Defect", message: "the gateway failed; its log has the trace id" }, traceId }
  })
  assert.lengthOf(logs, 1)
  assert.include(logs[0], "level=ERROR")
  assert.include(logs[0], `${target} failed by a defect of the gateway (trace ${traceId})`)
  assert.include(logs[0], detail)
}

const throws = () => {
  throw new TypeError("secret-detail")
}
const thrower: Calls = {
  submit: throws,
  result: throws,
  chat: throws,
  native: throws,
  list: throws,
  embed: throws,
  rerank: throws,
  place: throws
}

const defects: ReadonlyArray<readonly [what: string, services: Calls]> = [
  ["dies of an error", all(Effect.die(new Error("secret-detail")))],
  ["dies of anything", all(Effect.die({ because: "secret-detail" }))],
  ["throws in an effect", all(Effect.sync(throws))],
  ["throws out of an effect", thrower]
]

describe.each(exchanges)("$name on $path", ({ body, path }) => {
  it.scoped.each(defects)("answers 500 where the service %s, and goes on", ([, services]) =>
    Effect.gen(function* () {
      const server = yield* serve(services)
      const answer = yield* server.send({ path: `${path}?token=secret-token`, body: JSON.stringify(body) })
      assertFailed(server, `POST ${path}`, answer, "secret-detail")
      assert.notInclude(server.logs[0], "secret-token")
      assert.strictEqual((yield* server.send({ path, body: "" })).status, 400)
    })
  )
})

const circle: { self?: unknown } = {}
circle.self = circle

/** Replies that no schema, or no JSON, has a place for: the server's fault, not the caller's. */
const unwritable: ReadonlyArray<readonly [what: string, path: string, answers: Partial<Calls>]> = [
  ["an index below 0", "/v1/embeddings", { embed: () => Effect.succeed({ data: [{ index: -1, embedding: [] }] }) }],
  [
    "a number that is none",
    "/v1/embeddings",
    { embed: () => Effect.succeed({ data: [{ index: 0, embedding: [Number.NaN] }] }) }
  ],
  ["half an asset", "/api/v3/listAssets", { list: () => Effect.succeed({ Items: [], TotalCount: 1.5 }) }],
  ["a status that is no integer", "/tk/v1/speech/async/result", { result: () => Effect.succeed({ status: 1.5 }) }],
  [
    "an endless score",
    "/v1/rerank",
    {
      rerank: () => Effect.succeed({ results: [{ index: 0, relevance_score: Number.POSITIVE_INFINITY, document: "" }] })
    }
  ],
  ["a big integer", "/tk/v1/videos/generations", { place: () => Effect.succeed({ id: 1n }) }],
  [
    "a circle",
    "/tk/v1/videos/generations",
    {
      place: () => Effect.succeed(circle)
    }
  ]
]

it.scoped.each(unwritable)("answers 500 where the reply holds %s", ([, path, answers]) =>
  Effect.gen(function* () {
    const server = yield* serve(answers)
    const body = exchanges.find((exchange) => exchange.path === path)?.body
    const answer = yield* server.send({ path, body: JSON.stringify(body) })
    assertFailed(server, `POST ${path}`, answer, "")
  })
)

it.scoped("a service that interrupts itself gets an answer that is no proof of anything", () =>
  Effect.gen(function* () {
    const server = yield* serve(all(Effect.interrupt))
    const answer = yield* server.send({ path: "/v1/embeddings", body: '{"model":"m","input":"i"}' })
    assert.strictEqual(answer.status, 500)
    assert.isUndefined(answer.headers["retry-after"])
  })
)
