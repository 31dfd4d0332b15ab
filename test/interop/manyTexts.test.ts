import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import type { Sent } from "../server/support/http.js"
import { serve } from "../server/support/serve.js"
import { paths } from "./support/asked.js"

const input = Array.from({ length: 256 }, () => "a")
const embedding = Array.from({ length: 64 }, (_, index) => index)

it.scoped.each([
  ["while texts are embedded", "float", 1],
  ["while the last vectors are written as base64", "base64", input.length]
] as const)("others are answered %s", ([, encoding_format, from]) =>
  Effect.gen(function* () {
    const reached = yield* Deferred.make<void>()
    const answered: Array<string> = []
    let count = 0
    const embed = () =>
      Effect.as(
        Effect.suspend(() => (++count === from ? Deferred.succeed(reached, undefined) : Effect.void)),
        { data: [{ object: "embedding", index: 0, embedding }] }
      )
    const server = yield* serve({ embed })
    const send = (name: string, sent: Sent) =>
      Effect.tap(server.send(sent), ({ status }) => answered.push(`${name} ${status}`))
    const body = JSON.stringify({ model: "m", input, encoding_format })
    const many = yield* Effect.fork(send("many", { path: paths.embed, body }))
    yield* Deferred.await(reached)
    yield* send("health", { method: "GET", path: "/healthz" })
    yield* Fiber.join(many)
    assert.deepStrictEqual(answered, ["health 200", "many 200"])
  })
)
