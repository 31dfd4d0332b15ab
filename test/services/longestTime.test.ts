import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, TestClock } from "effect"
import type { GatewayClientOptions, Retries } from "effect-model-gateway"
import { Embedder, PollPolicy, RetryPolicy, standardRetries, Transcriber } from "effect-model-gateway"
import type { Received } from "../support/fakeGateway.js"
import { fakeGateway, hangs, recorded, systemError, text, unreachable } from "../support/fakeGateway.js"
import { samples } from "../support/samples.js"
import { within } from "../support/time.js"
import { accepted, submission } from "../support/transcriptions.js"

const embed = (input: string) => Effect.flatMap(Embedder, (it) => it.embed({ model: "m", input }))
const submit = Effect.flatMap(Transcriber, (it) => it.submit(submission))
const pausing = text("later", { status: 429, headers: { "retry-after": "49" } })
const reset = unreachable(systemError("ECONNRESET"))

/** No longer than two seconds, and no pause of its own above one; retries come after a second. */
const hasty: Retries = {
  ...standardRetries,
  longestTime: "2 seconds",
  longestWait: "1 second",
  backoff: PollPolicy.fixed("1 second")
}

const inputOf = ({ body }: Received): string => Object.assign({ input: "" }, body).input

/** A gateway that tells those to wait who say so, lets those hang who say so, and breaks off the first submission. */
const gatewayOf = (options?: Partial<GatewayClientOptions>) => {
  let submissions = 0
  return fakeGateway((received) => {
    if (inputOf(received) === "pause") return pausing
    if (inputOf(received) === "hang") return hangs
    if (received.url.endsWith("/process")) return submissions++ === 0 ? reset : accepted
    return recorded("embedding.json")
  }, options)
}

/** How a call ends under a policy, and after how many seconds, where another call of the client began half a second before. */
const beside = <A, E, R, R2>(
  other: Effect.Effect<unknown, unknown, R2>,
  call: Effect.Effect<A, E, R>,
  policy = hasty
) =>
  Effect.gen(function* () {
    yield* Effect.fork(other)
    yield* TestClock.adjust("500 millis")
    const from = yield* Clock.currentTimeMillis
    const ended = Effect.gen(function* () {
      const result = yield* Effect.either(Effect.provideService(call, RetryPolicy, policy))
      return { result, seconds: ((yield* Clock.currentTimeMillis) - from) / 1000 }
    })
    return yield* within("5 minutes")(ended)
  })

const notSent = { _tag: "GatewayTimeout", attempts: 0, limit: Duration.zero } as const

describe("longestTime bounds", () => {
  it.effect.each(samples)("the pause that another request was told: $operation.name is not sent", ({ call }) =>
    Effect.gen(function* () {
      const gateway = gatewayOf()
      const { result, seconds } = yield* Effect.provide(beside(embed("pause"), call), gateway.layer)
      assert(result._tag === "Left")
      assert.deepInclude({ ...result.left }, notSent)
      assert.match(result.left.message, /: not sent, for the time that it was given is up$/)
      assert.strictEqual(seconds, 0)
      assert.deepStrictEqual(
        gateway.received.filter(({ url }) => !url.endsWith("/embeddings")),
        []
      )
    })
  )

  it.effect("the wait in the queue", () =>
    Effect.gen(function* () {
      const gateway = gatewayOf({ concurrency: { most: 1 } })
      const { result, seconds } = yield* Effect.provide(beside(embed("hang"), embed("late")), gateway.layer)
      assert(result._tag === "Left")
      assert.deepInclude({ ...result.left }, notSent)
      assert.strictEqual(seconds, 2)
      assert.lengthOf(gateway.received, 1)
    })
  )

  it.effect("the pause before a retry and before a question: the call ends with what it met", () =>
    Effect.gen(function* () {
      const gateway = gatewayOf()
      const told = Effect.delay(embed("pause"), "600 millis")
      const { result, seconds } = yield* Effect.provide(beside(told, submit), gateway.layer)
      assert(result._tag === "Left")
      assert.deepInclude({ ...result.left }, { _tag: "GatewayTransportError", attempts: 1 })
      assert.strictEqual(seconds, 1)
    })
  )

  it.effect("nothing that is shorter, whatever longestWait is", () =>
    Effect.gen(function* () {
      const gateway = gatewayOf()
      const patient = { ...hasty, longestTime: "1 minute" } as const
      const { result, seconds } = yield* Effect.provide(beside(embed("pause"), embed("late"), patient), gateway.layer)
      assert.strictEqual(result._tag, "Right")
      assert.isAtLeast(seconds, 48)
    })
  )

  it.effect("no first attempt that need not wait", () =>
    Effect.gen(function* () {
      const gateway = gatewayOf()
      const call = Effect.provideService(embed("at once"), RetryPolicy, { ...hasty, longestTime: 0 })
      yield* within("1 second")(Effect.provide(call, gateway.layer))
      assert.lengthOf(gateway.received, 1)
    })
  )
})
