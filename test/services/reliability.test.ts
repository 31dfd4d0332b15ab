import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { FailureKind, Reaction, Retries } from "effect-model-gateway"
import {
  failureKind,
  GatewayError,
  GatewayOutcomeUnknown,
  PollPolicy,
  RetryPolicy,
  reactions,
  reactionTo
} from "effect-model-gateway"
import type { Answer, GatewayFake } from "../support/fakeGateway.js"
import { bodyThat, fakeGateway, hangs, json, recorded, systemError, text, unreachable } from "../support/fakeGateway.js"
import type { Sample } from "../support/samples.js"
import { samples } from "../support/samples.js"
import { within } from "../support/time.js"
import { notFound, running } from "../support/transcriptions.js"

/** A way to fail, as a gateway or a network does it. */
interface Way {
  readonly what: string
  readonly answer: Answer
  /** How long it takes to be noticed. Unit: milliseconds. */
  readonly takes?: number
  /** The wait that the gateway asks for. Unit: milliseconds. */
  readonly asks?: number
  readonly only?: (sample: Sample) => boolean
}

const attemptTimeout = 5000

const status = (code: number): Way => ({ what: `status ${code}`, answer: text("no", { status: code }) })
const asking = (code: number): Way => ({
  what: `status ${code} with Retry-After`,
  answer: text("later", { status: code, headers: { "retry-after": "3" } }),
  asks: 3000
})
const failing = (code: string): Way => ({ what: code, answer: unreachable(systemError(code)) })

/** The ways to fail of each row of the table. */
const ways: Readonly<Record<FailureKind, ReadonlyArray<Way>>> = {
  refused: [
    status(400),
    status(401),
    {
      what: "an envelope that says no",
      answer: json({ code: "50301", msg: "resource is used up", data: { left: 0 } }),
      only: ({ operation }) => operation.envelope !== undefined
    }
  ],
  rateLimited: [status(429), asking(429)],
  pausing: [asking(503)],
  unavailable: [status(503)],
  serverError: [408, 500, 502, 504].map(status),
  otherStatus: [302, 403, 404, 409].map(status),
  neverConnected: ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"].map(failing),
  connectionLost: [failing("ECONNRESET"), { what: "a body that breaks off", answer: bodyThat("breaks", "{") }],
  timedOut: [
    { what: "no answer", answer: hangs, takes: attemptTimeout },
    { what: "a body that stalls", answer: bodyThat("stalls", "{"), takes: attemptTimeout }
  ],
  misfit: [{ what: "a body that is not JSON", answer: text("oops") }],
  // Comes only of withDeadline, whose own tests look at it.
  outOfTime: [],
  // Comes only of an order, by the ways of connectionLost and timedOut, whose cells for an order look at it.
  outcomeUnknown: [],
  // Comes only of a cap on orders, whose own tests look at it.
  withheld: []
}

/** Two retries, after 1 s and 2 s. */
const steady: Retries = {
  retries: 2,
  longestWait: "1 minute",
  backoff: PollPolicy.growing({ from: "1 second", to: "1 minute", factor: 2, jitter: 0 })
}

const call = ({ call }: Sample, gateway: GatewayFake) =>
  call.pipe(Effect.provide(gateway.layer), Effect.provideService(RetryPolicy, steady), within("1 day"))

/** When the requests go out that follow failures of this way, as often as it is tried. */
const times = ({ asks = 0, takes = 0 }: Way, tries: number): ReadonlyArray<number> => {
  const second = takes + Math.max(1000, asks)
  return [0, second, second + takes + Math.max(2000, asks)].slice(0, tries)
}

/** When the requests went out, counted from the first. */
const sent = ({ times }: GatewayFake) => times.map((time) => time - (times[0] ?? 0))

const options = { attemptTimeout }
const succeeds = (sample: Sample) => recorded(sample.reply)

/** Fails as the table says, having sent this often. */
const failsAfter = (sample: Sample, kind: FailureKind, way: Way, attempts: number) =>
  Effect.gen(function* () {
    const gateway = fakeGateway(() => way.answer, options)
    const error = yield* Effect.flip(call(sample, gateway))
    assert(Schema.is(GatewayError)(error))
    assert.deepInclude({ ...error }, { attempts, safety: sample.operation.safety._tag })
    assert.deepStrictEqual(sent(gateway), times(way, attempts))
    const lost = sample.operation.safety._tag === "Order" && (kind === "connectionLost" || kind === "timedOut")
    assert.strictEqual(failureKind(error), lost ? "outcomeUnknown" : kind)
    return error
  })

/** Succeeds in the end, by the same request sent again at the right times. */
const succeedsAfter = (sample: Sample, way: Way, failures: number) =>
  Effect.gen(function* () {
    const script = Array.from({ length: failures }, () => way.answer)
    const gateway = fakeGateway([...script, succeeds(sample)], options)
    yield* call(sample, gateway)
    assert.deepStrictEqual(sent(gateway), times(way, failures + 1))
    for (const request of gateway.received) assert.deepStrictEqual(request, gateway.received[0])
  })

/** Asked for after the failure, the work is known, and not sent again; or it is not, and sent again without a wait. */
const asksFirst = (sample: Sample, way: Way) =>
  Effect.gen(function* () {
    const known = fakeGateway([way.answer, running], options)
    assert.propertyVal(yield* call(sample, known), "code", "200")
    assert.deepStrictEqual(sent(known), times(way, 2))
    const [submission, query] = known.received
    assert.notStrictEqual(query?.url, submission?.url)

    const unknown = fakeGateway([way.answer, notFound, succeeds(sample)], options)
    yield* call(sample, unknown)
    assert.deepStrictEqual(unknown.received, [submission, query, submission])
    const [first, second = 0] = times(way, 2)
    assert.deepStrictEqual(sent(unknown), [first, second, second])
  })

const holds: Readonly<Record<Reaction, (sample: Sample, kind: FailureKind, way: Way) => Effect.Effect<void, unknown>>> =
  {
    again: (sample, kind, way) =>
      Effect.zipRight(succeedsAfter(sample, way, 2), Effect.asVoid(failsAfter(sample, kind, way, 3))),
    once: (sample, kind, way) =>
      Effect.zipRight(succeedsAfter(sample, way, 1), Effect.asVoid(failsAfter(sample, kind, way, 2))),
    ask: (sample, _, way) => asksFirst(sample, way),
    end: (sample, kind, way) =>
      Effect.map(failsAfter(sample, kind, way, 1), (error) => assert.strictEqual(reactionTo(error), "end"))
  }

const kinds = Object.keys(reactions).filter((key): key is FailureKind => key in reactions)

describe.each(samples)("$operation.name, on", (sample) => {
  const safety = sample.operation.safety._tag
  const cells = kinds.flatMap((kind) =>
    ways[kind]
      .filter(({ only = () => true }) => only(sample))
      .map((way) => ({ kind, way, what: way.what, reaction: reactions[kind][safety] }))
  )

  it.effect.each(cells)("$what: $reaction", ({ kind, reaction, way }) => holds[reaction](sample, kind, way))
})

describe("the table", () => {
  it("has ways to fail for each row, and an operation for each column", () => {
    const made = kinds.filter((kind) => ways[kind].length > 0)
    assert.deepStrictEqual([...made, "outOfTime", "outcomeUnknown", "withheld"].sort(), [...kinds].sort())
    assert.sameMembers([...new Set(samples.map(({ operation }) => operation.safety._tag))], ["Read", "Keyed", "Order"])
  })

  it.each(["Read", "Keyed", "Order"] as const)("ends an outcome that is unknown, were it of safety %s", (safety) => {
    const error = new GatewayOutcomeUnknown({ operation: "any", attempts: 1, safety, reason: "reset" })
    assert.strictEqual(reactionTo(error), reactions.outcomeUnknown[safety])
    assert.strictEqual(reactionTo(error), "end")
  })
})

it.effect("what is repeated once is so after other failures too", () =>
  Effect.gen(function* () {
    const read = samples.find(({ operation }) => operation.name === "createEmbeddings")
    assert(read !== undefined)
    const gateway = fakeGateway([text("no", { status: 502 }), text("oops"), succeeds(read)], options)
    yield* call(read, gateway)
    assert.lengthOf(gateway.received, 3)
    const twice = fakeGateway([text("oops"), text("no", { status: 502 }), text("oops")], options)
    assert.deepInclude(yield* Effect.flip(call(read, twice)), { _tag: "GatewayInvalidResponse", attempts: 3 })
  })
)
