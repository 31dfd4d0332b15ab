import { assert, it } from "@effect/vitest"
import { Clock, Duration, Effect } from "effect"
import type { GatewayClientOptions } from "effect-model-gateway"
import {
  Embedder,
  noRetries,
  PollPolicy,
  RetryPolicy,
  standardRetries,
  Transcriber,
  withDeadline
} from "effect-model-gateway"
import type { Answer } from "../support/fakeGateway.js"
import { fakeGateway, hangs, recorded, systemError, text, unreachable } from "../support/fakeGateway.js"
import { nodesTimers, within } from "../support/time.js"

const embed = Effect.flatMap(Embedder, (it) => it.embed({ model: "m", input: "tides" }))
const good = recorded("embedding.json")
const day = 86_400_000
const retries = { ...standardRetries, longestWait: "100 days", backoff: PollPolicy.fixed("50 days") } as const

const days = (times: ReadonlyArray<number>) => times.map((time) => time / day)

const gatewayOf = (script: ReadonlyArray<Answer>, options: Partial<GatewayClientOptions> = {}) =>
  fakeGateway(script, { retries, ...options })

const inAYear = <A, E, R>(effect: Effect.Effect<A, E, R>) => within("365 days")(nodesTimers(effect))

it.effect("a retry comes after the 50 days of its policy", () =>
  Effect.gen(function* () {
    const gateway = gatewayOf([unreachable(systemError("ECONNRESET")), good])
    yield* inAYear(Effect.provide(embed, gateway.layer))
    assert.deepStrictEqual(days(gateway.times), [0, 50])
  })
)

it.effect("a pause that the gateway asks for by a date far off is kept, by the next call too", () =>
  Effect.gen(function* () {
    const busy = text("busy", { status: 503, headers: { "retry-after": new Date(60 * day).toUTCString() } })
    const gateway = gatewayOf([busy, good])
    const told = Effect.provideService(Effect.ignore(embed), RetryPolicy, noRetries)
    yield* inAYear(Effect.provide(Effect.zipRight(told, embed), gateway.layer))
    assert.deepStrictEqual(days(gateway.times), [0, 60])
  })
)

it.effect("an attempt may take 30 days, and no longer", () =>
  Effect.gen(function* () {
    const slow: Answer = (request) => Effect.delay(Effect.delay(good(request), "14 days"), "15 days")
    const gateway = gatewayOf([slow, hangs], { attemptTimeout: "30 days", retries: noRetries })
    const both = Effect.zipRight(embed, Effect.zip(Effect.flip(embed), Clock.currentTimeMillis))
    const [error, at] = yield* inAYear(Effect.provide(both, gateway.layer))
    assert.deepInclude({ ...error }, { _tag: "GatewayTimeout", limit: Duration.days(30) })
    assert.strictEqual(at, 59 * day)
  })
)

it.effect("a wait in the queue ends by a deadline in 40 days", () =>
  Effect.gen(function* () {
    const gateway = gatewayOf([hangs], { attemptTimeout: Duration.infinity, concurrency: { most: 1 } })
    const [error, at] = yield* Effect.gen(function* () {
      yield* Effect.fork(embed)
      yield* Effect.yieldNow()
      return yield* Effect.zip(Effect.flip(withDeadline("40 days")(embed)), Clock.currentTimeMillis)
    }).pipe(Effect.provide(gateway.layer), inAYear)
    assert.deepInclude({ ...error }, { _tag: "GatewayTimeout", attempts: 0 })
    assert.strictEqual(at, 40 * day)
    assert.lengthOf(gateway.received, 1)
  })
)

it.effect("a look that hangs is given up at the end of a wait of 30 days", () =>
  Effect.gen(function* () {
    const transcriber = Transcriber.make({
      submit: () => Effect.succeed({ code: "200", data: null }),
      query: () => Effect.never
    })
    const wait = Effect.flip(transcriber.await("one", { deadline: "30 days" }))
    const [error, at] = yield* inAYear(Effect.zip(wait, Clock.currentTimeMillis))
    assert.deepInclude({ ...error }, { _tag: "TranscriptionWaitTimeout", id: "one" })
    assert.isAtLeast(at, 30 * day)
    assert.isAtMost(at, 30 * day + 60_000)
  })
)
