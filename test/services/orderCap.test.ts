import { assert, describe, it } from "@effect/vitest"
import { Array as Arr, Effect, Either, Exit, Fiber } from "effect"
import type { Claim, GatewayError, Retries } from "effect-model-gateway"
import {
  Embedder,
  failureKind,
  GatewayOrderWithheld,
  isRetryable,
  OrderCap,
  PollPolicy,
  provesNotAccepted,
  StepClaim,
  Transcriber,
  VideoOrders,
  withDeadline
} from "effect-model-gateway"
import { EmbeddedGateway } from "effect-model-gateway/embedded"
import { GatewayServer } from "effect-model-gateway/testing"
import type { Answer } from "../support/fakeGateway.js"
import { fakeGateway, hangs, json, recorded, systemError, text, unreachable } from "../support/fakeGateway.js"
import { within } from "../support/time.js"
import { accepted, submission } from "../support/transcriptions.js"
import { videoOrder } from "../support/videoOrder.js"

const order = Effect.flatMap(VideoOrders, (it) => it.place(videoOrder))
const embed = Effect.flatMap(Embedder, (it) => it.embed({ model: "m", input: "tides" }))
const submit = Effect.flatMap(Transcriber, (it) => it.submit(submission))

const retriesOf = (more: Partial<Retries> = {}): Retries => ({
  retries: 2,
  longestWait: "1 minute",
  backoff: PollPolicy.fixed("1 second"),
  ...more
})

const limited = text("later", { status: 429, headers: { "retry-after": "1" } })
const refused = text("no", { status: 400 })
const broken = text("oops", { status: 502 })
const good = json({})
const isBroken = (error: GatewayError) => error._tag === "GatewayUnexpectedStatus"

/** A gateway, and a cap that notes what is asked of it, in one list with the requests and what the claim is told. */
const world = (
  script: ReadonlyArray<Answer>,
  {
    claim = {},
    places = 1,
    ...options
  }: Parameters<typeof fakeGateway>[1] & { claim?: Partial<Claim>; places?: number } = {}
) => {
  const told: Array<string> = []
  const note = (what: string) => Effect.sync(() => void told.push(what))
  const noted = script.map(
    (answer): Answer =>
      (request) =>
        Effect.zipRight(note("request"), answer(request))
  )
  const gateway = fakeGateway(noted, { retries: retriesOf(), ...options })
  const capped = Effect.provideServiceEffect(
    OrderCap,
    Effect.map(OrderCap.make(places), ({ giveBack, take }) => ({
      take: Effect.tap(take, (has) => note(has ? "take" : "none left")),
      giveBack: Effect.zipRight(note("give back"), giveBack)
    }))
  )
  const claimed = Effect.provideService(StepClaim, {
    isKept: true,
    foundOpen: false,
    mayBeSent: false,
    waiting: Effect.void,
    sending: () => Effect.as(note("sending"), true),
    notAccepted: note("not accepted"),
    counted: Effect.void,
    ...claim
  })
  const run = <A, E>(effect: Effect.Effect<A, E, VideoOrders | Embedder | Transcriber>) =>
    effect.pipe(capped, claimed, Effect.provide(gateway.layer), Effect.exit, within("1 hour"))
  return { told, gateway, run }
}

/** What an order and another after it come to. */
const twice = Effect.zip(Effect.exit(order), Effect.exit(order))

const withheld = { _tag: "GatewayOrderWithheld", operation: "orderVideo", safety: "Order", attempts: 0 } as const

describe("an order for which the cap has no place", () => {
  it.effect("is not sent, and its claim is not told that it was", () =>
    Effect.gen(function* () {
      const { run, told } = world([good])
      const [first, second] = yield* Effect.flatten(run(twice))
      assert.isTrue(Exit.isSuccess(first))
      const error = yield* Effect.flip(second)
      assert.deepInclude({ ...error }, withheld)
      assert.strictEqual(error.message, "orderVideo: the cap on orders is reached; nothing was sent")
      assert.deepStrictEqual(told, ["take", "sending", "request", "none left"])
    })
  )

  it.effect("is so over a socket: the gateway sees as many as the cap allows", () =>
    Effect.gen(function* () {
      const ten = Effect.forEach(Arr.range(1, 10), () => Effect.either(order), { concurrency: "unbounded" })
      const ended = yield* Effect.provideServiceEffect(ten, OrderCap, OrderCap.make(3))
      const failures = ended.flatMap(Either.match({ onLeft: ({ _tag }) => [_tag], onRight: () => [] }))
      assert.deepStrictEqual(failures, Arr.replicate(withheld._tag, 7))
      const { baseUrl } = yield* EmbeddedGateway
      const metrics = yield* Effect.promise(() => fetch(`${baseUrl}/metrics`).then((it) => it.text()))
      assert.match(metrics, /^gateway_requests_total\{[^\n]*operation="orderVideo"[^\n]*status="200"[^\n]*\} 3$/m)
    }).pipe(Effect.provide(GatewayServer.layerTest()))
  )

  it.effect("ends after the attempts that it had, where another took the place meanwhile", () =>
    Effect.gen(function* () {
      const { run, told } = world([limited, good])
      const both = Effect.all([Effect.exit(order), Effect.delay(order, "100 millis")], { concurrency: 2 })
      const [first] = yield* Effect.flatten(run(both))
      const error = yield* Effect.flip(first)
      assert.deepInclude({ ...error }, { ...withheld, attempts: 1 })
      assert.strictEqual(error.message, "orderVideo: the cap on orders is reached; it was not sent again")
      assert.strictEqual(told.at(-1), "none left")
    })
  )

  it.effect("is not tried again, whatever is taken for a proof", () =>
    Effect.gen(function* () {
      const { run, told } = world([], { places: 0, retries: retriesOf({ provesNotAccepted: () => true }) })
      yield* run(order)
      assert.deepStrictEqual(told, ["none left"])
    })
  )

  it.effect("teaches the client nothing of how many requests may be in flight", () =>
    Effect.gen(function* () {
      const slowly: Answer = (request) => Effect.delay(recorded("embedding.json")(request), "1 second")
      const { gateway, run } = world([limited, slowly, slowly], {
        ...{ places: 0, concurrency: { most: 2 }, retries: retriesOf({ retries: 0 }) }
      })
      // The 429 leaves room for one request.
      const many = Effect.replicateEffect(Effect.exit(order), 5)
      const both = Effect.all([embed, embed], { concurrency: 2 })
      yield* run(
        Effect.exit(embed).pipe(
          Effect.zipRight(Effect.delay(many, "2 seconds")),
          Effect.zipRight(Effect.delay(both, "8 seconds"))
        )
      )
      assert.deepStrictEqual(gateway.times, [0, 10_000, 11_000])
    })
  )

  it("may not go better when it is called again, and was not accepted", () => {
    const error = new GatewayOrderWithheld({ operation: "any", safety: "Order", attempts: 0 })
    assert.isFalse(isRetryable(error))
    assert.isTrue(provesNotAccepted(error))
    assert.strictEqual(failureKind(error), "withheld")
  })
})

describe("a place of the cap", () => {
  it.effect("is one for all attempts of a call", () =>
    Effect.gen(function* () {
      const { run, told } = world([limited, unreachable(systemError("ECONNREFUSED")), good])
      assert.isTrue(Exit.isSuccess(yield* run(order)))
      const refusal = ["take", "sending", "request", "not accepted", "give back"]
      assert.deepStrictEqual(told, [...refusal, ...refusal, "take", "sending", "request"])
    })
  )

  it.effect("is one also for attempts that go out on a guess", () =>
    Effect.gen(function* () {
      const { run, told } = world([broken, broken, good], { retries: retriesOf({ provesNotAccepted: () => true }) })
      assert.isTrue(Exit.isSuccess(yield* run(order)))
      assert.lengthOf(
        told.filter((it) => it === "request"),
        3
      )
      assert.deepStrictEqual(
        told.filter((it) => it === "take" || it === "give back"),
        ["take"]
      )
    })
  )

  it.effect("stays taken after a guess, whatever proves that the attempt behind it was not accepted", () =>
    Effect.gen(function* () {
      const { run, told } = world([broken, refused], { retries: retriesOf({ provesNotAccepted: isBroken }) })
      yield* run(order)
      assert.notInclude(told, "give back")
    })
  )

  it.effect.each([
    ["400", refused],
    ["429", limited],
    ["no connection", unreachable(systemError("ECONNREFUSED"))]
  ] as const)("is given back where the order was not accepted: %s", ([, answer]) =>
    Effect.gen(function* () {
      const { run } = world([answer, good], { retries: retriesOf({ retries: 0 }) })
      const [, second] = yield* Effect.flatten(run(twice))
      assert.isTrue(Exit.isSuccess(second))
    })
  )

  it.effect.each([
    ["no answer", hangs],
    ["a broken connection", unreachable(systemError("ECONNRESET"))],
    ["500", text("no", { status: 500 })],
    ["a body that does not fit", text("oops")]
  ] as const)("stays taken where it may have been: %s", ([, answer]) =>
    Effect.gen(function* () {
      const { run } = world([answer])
      const [, second] = yield* Effect.flatten(run(twice))
      assert.deepInclude({ ...(yield* Effect.flip(second)) }, withheld)
    })
  )

  it.effect("stays taken where the policy takes nothing for a proof", () =>
    Effect.gen(function* () {
      const { run } = world([limited], { retries: retriesOf({ provesNotAccepted: () => false }) })
      const [, second] = yield* Effect.flatten(run(twice))
      assert.deepInclude({ ...(yield* Effect.flip(second)) }, withheld)
    })
  )

  it.effect("stays taken by an order that is interrupted in flight", () =>
    Effect.gen(function* () {
      const { run } = world([hangs])
      const second = yield* Effect.flatten(
        run(Effect.zipRight(Effect.timeoutOption(order, "1 second"), Effect.exit(order)))
      )
      assert.deepInclude({ ...(yield* Effect.flip(second)) }, withheld)
    })
  )

  it.effect("is not taken by an order in the queue, interrupted there or out of time", () =>
    Effect.gen(function* () {
      for (const impatient of [Effect.timeoutOption(order, "1 second"), withDeadline("1 second")(order)]) {
        const { run, told } = world([hangs], { concurrency: { most: 1 } })
        yield* run(
          Effect.gen(function* () {
            const first = yield* Effect.fork(embed)
            yield* Effect.exit(Effect.delay(impatient, "1 second"))
            yield* Fiber.interrupt(first)
          })
        )
        assert.deepStrictEqual(told, ["request"])
      }
    })
  )

  it.effect.each([
    ["another process has taken it over", Effect.succeed(false), order],
    ["its time is up before", Effect.delay(Effect.succeed(true), "2 seconds"), withDeadline("1 second")(order)],
    ["it is interrupted before", Effect.never, Effect.timeoutOption(order, "1 second")],
    ["its claim cannot be kept", Effect.dieMessage("no disk"), order]
  ] as const)("is given back where the order does not go out, for %s", ([, sending, call]) =>
    Effect.gen(function* () {
      const { gateway, run, told } = world([], { claim: { sending: () => sending } })
      yield* run(Effect.exit(call))
      assert.deepStrictEqual(
        told.filter((it) => it !== "not accepted"),
        ["take", "give back"]
      )
      assert.lengthOf(gateway.received, 0)
    })
  )

  it.effect("is nothing that reads and submissions need", () =>
    Effect.gen(function* () {
      const { run, told } = world([recorded("embedding.json"), accepted], { places: 0 })
      assert.isTrue(Exit.isSuccess(yield* run(Effect.zip(embed, submit))))
      assert.notInclude(told, "none left")
    })
  )
})
