import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { exchanges } from "../server/support/exchanges.js"
import { send } from "../server/support/http.js"
import { apiKey, serve } from "../server/support/serve.js"

const statusWith = (headers: Readonly<Record<string, string>>, path = "/v1/embeddings") =>
  Effect.gen(function* () {
    const server = yield* serve()
    const { status } = yield* send(server.port, { path, headers, body: "[]" })
    assert.deepStrictEqual(server.called, [])
    return status
  })

describe.each(exchanges)("$name on $path", ({ path }) => {
  it.scoped("takes the key as x-goog-api-key too, and shows it in no span", () =>
    Effect.map(statusWith({ "x-goog-api-key": apiKey }, path), (status) => assert.strictEqual(status, 400))
  )
})

it.scoped("shows the key in no span of a path that nobody answers", () =>
  Effect.map(statusWith({ "x-goog-api-key": apiKey }, "/v1beta/models/m:streamGenerateContent?alt=sse"), (status) =>
    assert.strictEqual(status, 404)
  )
)

it.scoped.each([
  ["a wrong key", "sk-wrong"],
  ["nothing", ""],
  ["the beginning of the key", apiKey.slice(0, -1)],
  ["the key with a scheme", `Bearer ${apiKey}`],
  ["the key twice", `${apiKey}, ${apiKey}`]
] as const)("x-goog-api-key with %s is refused", ([, key]) =>
  Effect.map(statusWith({ "x-goog-api-key": key }), (status) => assert.strictEqual(status, 401))
)

it.scoped.each([
  [`Bearer ${apiKey}`, "sk-wrong", 400],
  ["Bearer sk-wrong", apiKey, 401],
  ["", apiKey, 401]
] as const)("of two headers that differ, Authorization decides", ([authorization, key, expected]) =>
  Effect.map(statusWith({ authorization, "x-goog-api-key": key }), (status) => assert.strictEqual(status, expected))
)

it.scoped("no x-goog-api-key is the key of a server whose own is empty", () =>
  Effect.gen(function* () {
    const server = yield* serve({}, { apiKey: Redacted.make("") })
    const { status } = yield* send(server.port, { path: "/v1/embeddings", headers: { "x-goog-api-key": "" } })
    assert.strictEqual(status, 401)
  })
)
