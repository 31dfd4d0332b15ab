import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Stream, TestClock } from "effect"
import type { WaitOptions } from "effect-model-gateway"
import { AssetLibrary, Embedder, ImageGenerator, PollPolicy, Transcriber, withProgress } from "effect-model-gateway"
import { bodyThat, fakeGateway, hangs, json, text } from "../support/fakeGateway.js"
import { orders, reads } from "../support/samples.js"
import { within } from "../support/time.js"
import { done, id, running } from "../support/transcriptions.js"

const everyTen = { pollPolicy: PollPolicy.fixed("10 seconds") }

const waitFor = (gateway: ReturnType<typeof fakeGateway>, deadline: Duration.DurationInput | undefined) =>
  Effect.flatMap(Transcriber, (it) => it.await(id, { ...everyTen, deadline: deadline ?? "2 hours" })).pipe(
    Effect.provide(gateway.layer)
  )

describe("a gateway that hangs", () => {
  it.effect.each([
    ["from the first look", [hangs, hangs]],
    ["after a good look", [running, hangs, hangs]]
  ] as const)("%s does not hold a wait beyond its deadline", ([, script]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(waitFor(fakeGateway([...script]), "30 seconds")).pipe(within("40 seconds"))
      assert.propertyVal(error, "_tag", "TranscriptionWaitTimeout")
      assert.include(error.message, id)
    })
  )

  it.effect.each(["stalls", "never ends"] as const)(
    "in the body of an error, which %s, is known by its status",
    (how) =>
      Effect.gen(function* () {
        for (const { call } of [...reads, ...orders]) {
          const gateway = fakeGateway(() => bodyThat(how, "no ", { status: 400 }))
          const error = yield* call.pipe(Effect.provide(gateway.layer), Effect.flip, within("6 seconds"))
          assert.propertyVal(error, "_tag", "GatewayBadRequest")
        }
      })
  )
})

it.effect("a wait that is longer than the policy's longest comes back with the time that was asked for", () =>
  Effect.gen(function* () {
    for (const { call } of reads) {
      const gateway = fakeGateway([text("later", { status: 503, headers: { "retry-after": "86400" } })])
      const error = yield* call.pipe(Effect.provide(gateway.layer), Effect.flip, within("1 second"))
      assert.deepInclude(error, { _tag: "GatewayUnavailable", attempts: 1, retryAfter: Duration.days(1) })
    }
  })
)

it.effect("an option that is undefined is as if it were left out", () =>
  Effect.gen(function* () {
    const gateway = fakeGateway([running, done])
    // As a caller can write it whose compiler does not know of exact optional properties.
    const options: Partial<WaitOptions> = { ...everyTen }
    Object.assign(options, { deadline: undefined, readTranscript: undefined })
    const waiting = Effect.flatMap(Transcriber, (it) => it.await(id, options))
    const { text } = yield* waiting.pipe(Effect.provide(gateway.layer), within("1 hour"))
    assert.strictEqual(text, "Good morning.")
  })
)

it.effect("a progress listener that dies does not harm the work", () =>
  Effect.gen(function* () {
    const gateway = fakeGateway([done])
    const { text } = yield* waitFor(gateway, undefined).pipe(withProgress(() => Effect.die(new Error("EPIPE"))))
    assert.strictEqual(text, "Good morning.")
    yield* TestClock.adjust("1 second")
  })
)

describe("a walk over assets ends", () => {
  const walk = (answers: (page: number) => unknown, pageSize?: number) => {
    const gateway = fakeGateway(({ body }) => {
      const { PageNumber } = Object.assign({ PageNumber: 1 }, body)
      return json(answers(PageNumber))
    })
    const assets = Effect.flatMap(AssetLibrary, (it) => Stream.runCollect(it.stream({ groupId: "g", pageSize })))
    return Effect.map(Effect.provide(assets, gateway.layer), (found) => ({
      ids: [...found].map(({ Id }) => Id),
      requests: gateway.received.length
    }))
  }

  it.effect("where servers disagree about the total", () =>
    Effect.gen(function* () {
      const items = (page: number) => Array.from({ length: 5 }, (_, i) => ({ Id: `${page}-${i}` }))
      const { ids, requests } = yield* walk((page) => ({ Items: items(page), PageSize: 5, TotalCount: 11 - page }))
      assert.lengthOf(ids, 10)
      assert.isBelow(requests, 50)
    })
  )

  it.effect("where the total tells of assets that never come", () =>
    Effect.gen(function* () {
      const unsized = yield* walk(() => ({ Items: [], TotalCount: 1_000_000 }))
      assert.deepStrictEqual(unsized, { ids: [], requests: 1 })
      const asked = yield* walk(() => ({ Items: [], TotalCount: 1_000 }), 100)
      assert.deepStrictEqual(asked, { ids: [], requests: 10 })
    })
  )
})

it.effect("what is found wrong with an answer afterwards tells the attempts and the trace id of its call", () =>
  Effect.gen(function* () {
    const item = { index: 3, embedding: [1] }
    const headers = { "x-request-id": "trace-9" }
    const gateway = fakeGateway([text("busy", { status: 503 }), json({ data: [item] }, { headers })])
    const embed = Effect.flatMap(Embedder, (it) => it.embed({ model: "m", input: "text" }))
    const error = yield* embed.pipe(Effect.provide(gateway.layer), Effect.flip, within("1 minute"))
    assert.deepInclude(error, { _tag: "GatewayInvalidResponse", attempts: 2, traceId: "trace-9" })

    const empty = fakeGateway([json({ choices: [] }, { headers })])
    const order = { model: "m", messages: [{ role: "user", content: "a fox" }] }
    const chat = Effect.flatMap(ImageGenerator, (it) => it.chat(order))
    const absent = yield* Effect.flip(Effect.provide(chat, empty.layer))
    assert.deepInclude(absent, { _tag: "ImageNotReturned", attempts: 1, traceId: "trace-9" })
  })
)
