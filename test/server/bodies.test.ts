import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { exchanges } from "./support/exchanges.js"
import { issuesOf, json } from "./support/http.js"
import { serve, shown } from "./support/serve.js"

const deep = (open: string, close: string) => `${open.repeat(10_000)}1${close.repeat(10_000)}`

/** Bodies that are no request of any operation, and what is said of the body as a whole. */
const noRequests: ReadonlyArray<readonly [what: string, body: string, problem: RegExp]> = [
  ["nothing", "", /^is empty, and must be JSON$/],
  ["blanks", " \r\n\t", /^is empty, and must be JSON$/],
  ["text", "secret-value", /^must be JSON, and is not$/],
  ["JSON cut short", '{"model":"secret-value"', /^must be JSON, and is not$/],
  ["two JSON texts", "{}{}", /^must be JSON, and is not$/],
  ["a form", "model=secret-value&input=x", /^must be JSON, and is not$/],
  ["bytes that are no text", "\u0000\u0001", /^must be JSON, and is not$/],
  ["an array", '["secret-value"]', /^must be .*, not an array$/],
  ["a number", "1", /^must be .*, not a number$/],
  ["a string", '"secret-value"', /^must be .*, not a string$/],
  ["true", "true", /^must be .*, not a boolean$/],
  ["null", "null", /^must be .*, not null$/],
  ["arrays in arrays, 10,000 deep", deep("[", "]"), /^nests lists and objects deeper than 100 levels$/],
  ["objects in objects, 10,000 deep", deep('{"a":', "}"), /^nests lists and objects deeper than 100 levels$/]
]

describe.each(exchanges)("$name on $path", ({ path }) => {
  it.scoped.each(noRequests)("refuses %s", ([, body, problem]) =>
    Effect.gen(function* () {
      const server = yield* serve()
      const answer = yield* server.send({ path, body })
      assert.strictEqual(answer.status, 400)
      assert.deepNestedInclude(json(answer), {
        "error.type": "GatewayInvalidRequest",
        traceId: answer.headers["x-request-id"]
      })
      const [issue, ...more] = issuesOf(answer)
      assert.deepStrictEqual([issue?.path, more], ["", []])
      assert.match(String(issue?.problem), problem)
      assert.notInclude(answer.bytes.toString(), "secret-value")
      assert.deepStrictEqual(server.called, [])
    })
  )

  it.scoped.each(["gzip", "br", "GZIP, identity"])("refuses a body in the coding %s by the header's name", (coding) =>
    Effect.gen(function* () {
      const server = yield* serve()
      const answer = yield* server.send({ path, body: "{}", headers: { "content-encoding": coding } })
      assert.deepStrictEqual(shown(answer), {
        status: 415,
        body: {
          error: {
            type: "BodyEncoded",
            message: `content-encoding is ${coding}: send the body as it is, without that header`
          },
          traceId: answer.headers["x-request-id"]
        }
      })
      assert.deepStrictEqual(server.called, [])
    })
  )

  it.scoped("names every field that nobody knows, also where the others are right", () =>
    Effect.gen(function* () {
      const server = yield* serve()
      const answer = yield* server.send({ path, body: '{"modell":"secret-value","__proto__":{},"":1}' })
      assert.strictEqual(answer.status, 400)
      const unknown = issuesOf(answer).filter(({ problem }) => problem === "is not a field here")
      assert.sameMembers(
        unknown.map((issue) => issue.path),
        ["modell", "__proto__", ""]
      )
      assert.notInclude(answer.bytes.toString(), "secret-value")
    })
  )
})

it.scoped.each(["identity", "Identity"])("a body in the coding %s is as it is", (coding) =>
  Effect.gen(function* () {
    const server = yield* serve({ embed: () => Effect.succeed({ data: [] }) })
    const headers = { "content-encoding": coding }
    const { status } = yield* server.send({ path: "/v1/embeddings", headers, body: '{"model":"m","input":"i"}' })
    assert.strictEqual(status, 200)
  })
)
