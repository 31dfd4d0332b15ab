import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { accept, createEmbeddings } from "effect-model-gateway"

it.effect("a body with a million wrong fields is answered in a few sentences", () =>
  Effect.gen(function* () {
    const fields = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`field-${i}`, i]))
    const error = yield* Effect.flip(accept(createEmbeddings)({ ...fields, ["x".repeat(100_000)]: 1 }))
    assert.isAtMost(error.issues.length, 21)
    assert.isBelow(error.message.length, 5_000)
    assert.match(error.message, /the body has \d+ more fields that do not fit/)
  })
)
