import { assert, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import type { CallEvent } from "effect-model-gateway"
import {
  CallListener,
  GatewayBadRequest,
  GatewayError,
  OrderCap,
  PollPolicy,
  Run,
  standardRetries,
  step,
  VideoOrders
} from "effect-model-gateway"
import { Runs } from "effect-model-gateway/durable"
import type { Answer, GatewayFake } from "../support/fakeGateway.js"
import { fakeGateway, json, text } from "../support/fakeGateway.js"
import { videoOrder } from "../support/videoOrder.js"
import { opened, pipeline, store } from "./support/trap.js"

const place = Effect.flatMap(VideoOrders, (it) => it.place(videoOrder))
const options = { success: Schema.Unknown, error: GatewayError, safety: "Order" } as const

const gatewayOf = (script: ReadonlyArray<Answer>, retries = 0) =>
  fakeGateway(script, { retries: { ...standardRetries, retries, backoff: PollPolicy.fixed("30 seconds") } })

/** Runs an order, has it tried again where it failed, and runs it again: the error, and how often the gateway was asked. */
const triedAgain = (gateway: GatewayFake) =>
  Effect.gen(function* () {
    const trap = pipeline(
      Schema.Unknown,
      step("order", options)(place).pipe(Effect.provide(Layer.orDie(gateway.layer))),
      GatewayError
    )
    return yield* Effect.gen(function* () {
      const run = Effect.either(trap.execute({}))
      yield* run
      yield* Effect.flatMap(Runs, (runs) => runs.retryFailed())
      const second = yield* run
      return [second._tag === "Left" ? second.left._tag : "done", gateway.received.length] as const
    }).pipe(Effect.provide(opened(yield* store)(trap)))
  })

it.scopedLive.each([
  ["GatewayUnavailable", "a bare 503", text("", { status: 503 })],
  ["GatewayUnexpectedStatus", "a 500", text("", { status: 500 })],
  ["GatewayInvalidResponse", "a success that does not fit", text("<html>")]
] as const)("%s: an order that may have been accepted (%s) is not sent again by retryFailed", ([tag, , answer]) =>
  Effect.gen(function* () {
    const gateway = gatewayOf([answer, json({})])
    assert.deepStrictEqual(yield* triedAgain(gateway), [tag, 1])
  })
)

it.scopedLive.each([
  ["400", text("", { status: 400 })],
  ["401", text("", { status: 401 })],
  ["429", text("", { status: 429 })]
] as const)("an order that the gateway refused (%s) is", ([, answer]) =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* triedAgain(gatewayOf([answer, json({})])), ["done", 2])
  })
)

it.scopedLive("an order that a cap held back is sent by retryFailed, once the cap has a place", () =>
  Effect.gen(function* () {
    const gateway = gatewayOf([json({})])
    const ordered = step("order", options)(place).pipe(Effect.provide(Layer.orDie(gateway.layer)))
    const trap = pipeline(Schema.Unknown, ordered, GatewayError)
    let places = 0
    const cap = { take: Effect.sync(() => places-- > 0), giveBack: Effect.sync(() => void places++) }
    const calls: Array<readonly [run: string | undefined, path: string, failure: string | undefined]> = []
    const listen = ({ failure, path }: CallEvent) =>
      Effect.map(Run, ({ id }) => void calls.push([id, path, failure?._tag]))
    const told = Layer.mergeAll(Layer.succeed(OrderCap, cap), Layer.succeed(CallListener, { listen }))
    yield* Effect.gen(function* () {
      assert.propertyVal(yield* Effect.flip(trap.execute({})), "_tag", "GatewayOrderWithheld")
      places = 1
      yield* Effect.flatMap(Runs, (runs) => runs.retryFailed())
      yield* trap.execute({})
      const id = yield* trap.executionId({})
      assert.deepStrictEqual(calls, [
        [id, "order", "GatewayOrderWithheld"],
        [id, "order", undefined]
      ])
    }).pipe(Effect.provide(Layer.provide(opened(yield* store)(trap), told)))
    assert.lengthOf(gateway.received, 1)
  })
)

it.scopedLive("of two orders in a step the second does not open the claim of the first", () =>
  Effect.gen(function* () {
    const gateway = gatewayOf(
      [json({}), text("", { status: 429, headers: { "retry-after": "30" } }), json({}), json({})],
      3
    )
    const both = step("order", options)(Effect.zip(place, place)).pipe(Effect.provide(Layer.orDie(gateway.layer)))
    const trap = pipeline(Schema.Unknown, both, GatewayError)
    const engine = opened(yield* store)(trap)
    const untilAsked = Effect.gen(function* () {
      yield* trap.start({})
      while (gateway.received.length < 2) yield* Effect.sleep("20 millis")
      yield* Effect.sleep("200 millis")
    })
    yield* Effect.provide(untilAsked, engine)
    const error = yield* Effect.flip(Effect.provide(trap.execute({}), engine))
    assert.propertyVal(error, "_tag", "GatewayOutcomeUnknown")
    assert.lengthOf(gateway.received, 2)
  })
)

it.scopedLive("that a read behind an order of other means was refused does not open the claim of the order", () =>
  Effect.gen(function* () {
    let orders = 0
    const refused = new GatewayBadRequest({ operation: "createEmbeddings", safety: "Read", attempts: 1 })
    const both = Effect.zipRight(
      Effect.sync(() => ++orders),
      Effect.fail(refused)
    )
    const trap = pipeline(Schema.Unknown, step("order", options)(both), GatewayError)
    yield* Effect.gen(function* () {
      yield* Effect.flip(trap.execute({}))
      yield* Effect.flatMap(Runs, (runs) => runs.retryFailed())
      assert.propertyVal(yield* Effect.flip(trap.execute({})), "_tag", "GatewayOutcomeUnknown")
    }).pipe(Effect.provide(opened(yield* store)(trap)))
    assert.strictEqual(orders, 1)
  })
)
