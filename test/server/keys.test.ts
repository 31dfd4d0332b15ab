import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { exchanges } from "./support/exchanges.js"
import { send } from "./support/http.js"
import { apiKey, serve, shown } from "./support/serve.js"

const refused: ReadonlyArray<readonly [what: string, authorization: string | undefined]> = [
  ["no header", undefined],
  ["an empty header", ""],
  ["the scheme alone", "Bearer"],
  ["the scheme and a space", "Bearer "],
  ["the key alone", apiKey],
  ["another scheme", `Basic ${apiKey}`],
  ["another scheme, encoded", `Basic ${btoa(`user:${apiKey}`)}`],
  ["a scheme that begins alike", `BearerToken ${apiKey}`],
  ["no space", `Bearer${apiKey}`],
  ["a wrong key", "Bearer sk-wrong"],
  ["a wrong key of the right length", `Bearer ${"x".repeat(apiKey.length)}`],
  ["the beginning of the key", `Bearer ${apiKey.slice(0, -1)}`],
  ["the end of the key", `Bearer ${apiKey.slice(1)}`],
  ["more than the key", `Bearer ${apiKey}x`],
  ["the key twice over", `Bearer ${apiKey}${apiKey}`],
  ["the key in other case", `Bearer ${apiKey.toUpperCase()}`],
  ["the key in quotes", `Bearer "${apiKey}"`],
  ["the key and another word", `Bearer ${apiKey} and-more`],
  ["another word and the key", `Bearer other ${apiKey}`],
  ["two credentials in one header", `Bearer other, Bearer ${apiKey}`]
]

describe.each(exchanges)("$name on $path", ({ body, path }) => {
  it.scoped.each(refused)("is refused with %s", ([, authorization]) =>
    Effect.gen(function* () {
      const server = yield* serve()
      const headers = authorization === undefined ? {} : { authorization }
      const answer = yield* send(server.port, { path, headers, body: JSON.stringify(body) })
      const error = {
        type: "GatewayUnauthorized",
        message:
          authorization === undefined
            ? "send the gateway's key as Authorization: Bearer <API_KEY>"
            : "the key that was sent is not the gateway's; send it as Authorization: Bearer <API_KEY>"
      }
      const traceId = answer.headers["x-request-id"]
      assert.deepStrictEqual(shown(answer), { status: 401, body: { error, traceId } })
      assert.isDefined(traceId)
      assert.deepStrictEqual(server.called, [])
    })
  )

  it.scoped.each([`bearer ${apiKey}`, `BEARER ${apiKey}`, `Bearer   ${apiKey}  `])(
    "takes the scheme in any case, and any number of spaces",
    (authorization) =>
      Effect.gen(function* () {
        const server = yield* serve()
        const answer = yield* send(server.port, { path, headers: { authorization }, body: "[]" })
        assert.strictEqual(answer.status, 400)
      })
  )

  it.scoped("is refused before its body is looked at", () =>
    Effect.gen(function* () {
      const server = yield* serve({}, { maxBodyBytes: 10 })
      const answer = yield* send(server.port, { path, body: "not JSON, and too long" })
      assert.strictEqual(answer.status, 401)
    })
  )
})

it.scoped("no key is the key of a server whose own is empty", () =>
  Effect.gen(function* () {
    const server = yield* serve({}, { apiKey: Redacted.make("") })
    for (const authorization of ["Bearer", "Bearer ", "bearer  "]) {
      const { status } = yield* send(server.port, { path: "/v1/embeddings", headers: { authorization } })
      assert.strictEqual(status, 401)
    }
  })
)
