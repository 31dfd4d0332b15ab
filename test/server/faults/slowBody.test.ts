import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { faulty, first } from "./support/faulty.js"
import { parsed } from "./support/wire.js"

it.scoped("a slow body comes in pieces over its time: the head and the first at once, the last at the end", () =>
  Effect.gen(function* () {
    const { ask, wire } = yield* faulty([first("createEmbeddings", { kind: "slowBody", millis: 9_000 })])
    const slow = yield* wire(ask.createEmbeddings)
    const lengthOf = (text: string) => parsed(text).body.length
    const total = Number(parsed(yield* slow.until((text) => lengthOf(text) > 0)).headers["content-length"])
    for (let piece = 1; piece < 10; piece++) {
      assert.isAtMost(lengthOf(slow.text()), Math.ceil(total / 10) * piece)
      yield* TestClock.adjust("1 seconds")
      yield* slow.until((text) => lengthOf(text) >= Math.min(total, Math.ceil(total / 10) * (piece + 1)))
    }
    const { text } = yield* slow.ended
    assert.strictEqual(JSON.parse(parsed(text).body).data[0].embedding.length, 8)
  })
)

it.scoped("a date in Retry-After is as far away as was asked, and never less", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.UTC(2031, 1, 3, 4, 5, 6, 1))
    const fault = { kind: "status", status: 503, retryAfter: 90, retryAfterAs: "date" } as const
    const { ask, wire } = yield* faulty([first("orderVideo", fault)])
    const { headers, status } = parsed((yield* (yield* wire(ask.orderVideo)).ended).text)
    assert.strictEqual(status, 503)
    assert.strictEqual(headers["retry-after"], "Mon, 03 Feb 2031 04:06:37 GMT")
  })
)
