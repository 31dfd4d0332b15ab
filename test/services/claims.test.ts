import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import type { Claim } from "effect-model-gateway"
import { Embedder, StepClaim, Transcriber, VideoOrders } from "effect-model-gateway"
import type { Answer } from "../support/fakeGateway.js"
import { fakeGateway, hangs, text } from "../support/fakeGateway.js"
import { within } from "../support/time.js"
import { accepted, notFound, running, submission } from "../support/transcriptions.js"
import { videoOrder } from "../support/videoOrder.js"

/** A claim that notes what it is told, in one list with the requests that go out. */
const noted = (script: ReadonlyArray<Answer>, claim: Partial<Claim> = {}) => {
  const told: Array<string> = []
  const gateway = fakeGateway(
    script.map(
      (answer): Answer =>
        (request) => {
          told.push(request.url.replace(/.*\//, ""))
          return answer(request)
        }
    )
  )
  const tell = (state: string) => Effect.sync(() => void told.push(state))
  const inClaim = Effect.provideService(StepClaim, {
    isKept: true,
    foundOpen: false,
    mayBeSent: false,
    waiting: tell("waiting"),
    sending: () => Effect.as(tell("sending"), true),
    notAccepted: tell("not accepted"),
    counted: Effect.void,
    ...claim
  })
  return {
    told,
    gateway,
    run: <A, E>(it: Effect.Effect<A, E, VideoOrders | Transcriber | Embedder>) =>
      it.pipe(inClaim, Effect.provide(gateway.layer))
  }
}

const order = Effect.flatMap(VideoOrders, ({ place }) => place(videoOrder))
const submit = Effect.flatMap(Transcriber, (it) => it.submit(submission))

describe("the claim of a step", () => {
  it.effect("is told that an order waits, goes out, and after a proof that it was not accepted waits again", () =>
    Effect.gen(function* () {
      const limited = text("later", { status: 429, headers: { "retry-after": "1" } })
      const { run, told } = noted([limited, text("{}")])
      yield* run(order).pipe(within("1 minute"))
      assert.deepStrictEqual(told, [
        ...["waiting", "sending", "generations", "not accepted"],
        ...["waiting", "sending", "generations"]
      ])
    })
  )

  it.effect("is told nothing more of an order whose outcome is unknown", () =>
    Effect.gen(function* () {
      const { run, told } = noted([hangs])
      const error = yield* Effect.flip(run(order)).pipe(within("1 hour"))
      assert.strictEqual(error._tag, "GatewayOutcomeUnknown")
      assert.deepStrictEqual(told, ["waiting", "sending", "generations"])
    })
  )

  it.effect("holds back an order that another process has taken over", () =>
    Effect.gen(function* () {
      const { gateway, run } = noted([], { sending: () => Effect.succeed(false) })
      const error = yield* Effect.flip(run(order))
      assert.deepInclude(
        { ...error },
        {
          _tag: "GatewayOutcomeUnknown",
          attempts: 0,
          reason: "another process has taken it over"
        }
      )
      assert.lengthOf(gateway.received, 0)
    })
  )

  it.effect("is told nothing of a read", () =>
    Effect.gen(function* () {
      const { run, told } = noted([text("", { status: 400 })])
      yield* Effect.flip(run(Effect.flatMap(Embedder, ({ embed }) => embed({ model: "m", input: "a" }))))
      assert.deepStrictEqual(told, ["embeddings"])
    })
  )

  it.effect("has an order of the queue wait there, unsent", () =>
    Effect.gen(function* () {
      const { run, told } = noted([text("", { status: 503, headers: { "retry-after": "50" } })])
      const fiber = yield* Effect.fork(run(order))
      yield* TestClock.adjust("40 seconds")
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(told.at(-1), "not accepted")
    })
  )
})

describe("a submission that an earlier run may have sent", () => {
  const again = { mayBeSent: true }

  it.effect("is asked for, and not sent where the gateway has it", () =>
    Effect.gen(function* () {
      const { run, told } = noted([running], again)
      assert.strictEqual((yield* run(submit)).code, "200")
      assert.deepStrictEqual(told, ["result"])
    })
  )

  it.effect("is sent where the gateway does not have it", () =>
    Effect.gen(function* () {
      const { run, told } = noted([notFound, accepted], again)
      yield* run(submit)
      assert.deepStrictEqual(told, ["result", "waiting", "sending", "process"])
    })
  )

  it.effect("is asked for again where the question fails in passing", () =>
    Effect.gen(function* () {
      const { run, told } = noted([text("busy", { status: 500 }), running], again)
      yield* run(submit).pipe(within("1 minute"))
      assert.deepStrictEqual(told, ["result", "result"])
    })
  )

  it.effect("is not taken for refused where the gateway does not take the id twice, and shows it late", () =>
    Effect.gen(function* () {
      const taken = text("the id is taken", { status: 409 })
      const { run } = noted([notFound, taken, running], again)
      assert.strictEqual((yield* run(submit).pipe(within("1 minute"))).code, "200")
    })
  )

  it.effect("an order is not asked for: it has no id", () =>
    Effect.gen(function* () {
      const { run, told } = noted([text("", { status: 400 })], again)
      assert.propertyVal(yield* Effect.flip(run(order)).pipe(within("1 hour")), "_tag", "GatewayBadRequest")
      assert.deepStrictEqual(told, ["waiting", "sending", "generations", "not accepted"])
    })
  )
})
