import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Retries } from "effect-model-gateway"
import { PollPolicy, Transcriber } from "effect-model-gateway"
import type { Answer, Received } from "../support/fakeGateway.js"
import { fakeGateway, hangs, json, systemError, text, unreachable } from "../support/fakeGateway.js"
import { within } from "../support/time.js"
import { accepted, done, id, notFound, running, submission } from "../support/transcriptions.js"

const retriesOf = (retries: number): Retries => ({
  retries,
  longestWait: "1 minute",
  backoff: PollPolicy.fixed("1 second")
})

const isSubmission = ({ url }: Received) => url.endsWith("/process")

/** What a gateway does with an id that is submitted again. */
const manners = {
  rejects: json({ code: "40901", msg: "the id is taken", data: null }),
  "rejects by status 409": text("the id is taken", { status: 409 }),
  "rejects by status 400": text("the id is taken", { status: 400 }),
  replays: accepted,
  overwrites: accepted
} as const

/** A gateway of which `lost` replies to submissions do not arrive, and that shows a task only after `late` questions. */
const gatewayOf = (
  manner: keyof typeof manners,
  {
    asked = () => undefined,
    kept = true,
    late = 0,
    lost = 1,
    retries = 5
  }: {
    readonly asked?: (number: number) => Answer | undefined
    readonly kept?: boolean
    readonly late?: number
    readonly lost?: number
    readonly retries?: number
  } = {}
) => {
  const tasks: Array<string> = []
  const count = { submissions: 0, questions: 0 }
  const reset = unreachable(systemError("ECONNRESET"))
  const submit = (): Answer => {
    count.submissions += 1
    const isLost = count.submissions <= lost
    if (isLost && !kept) return reset
    if (tasks.length > 0 && manner !== "replays" && manner !== "overwrites") return isLost ? reset : manners[manner]
    // An id names one task: to replay keeps it, to overwrite puts one in its place.
    tasks.splice(0, tasks.length, id)
    return isLost ? reset : accepted
  }
  const query = (): Answer => {
    count.questions += 1
    return asked(count.questions) ?? (tasks.length > 0 && count.questions > late ? running : notFound)
  }
  const gateway = fakeGateway((received) => (isSubmission(received) ? submit() : query()), {
    retries: retriesOf(retries),
    attemptTimeout: "5 seconds"
  })
  return { gateway, tasks, count }
}

const submit = ({ gateway }: ReturnType<typeof gatewayOf>) =>
  Effect.flatMap(Transcriber, (it) => it.submit(submission)).pipe(Effect.provide(gateway.layer), within("1 hour"))

const transcribe = ({ gateway }: ReturnType<typeof gatewayOf>) =>
  Effect.flatMap(Transcriber, (it) => it.transcribe(submission, { pollPolicy: PollPolicy.fixed("1 second") })).pipe(
    Effect.provide(gateway.layer),
    within("1 hour")
  )

describe.each(Object.keys(manners).filter((key): key is keyof typeof manners => key in manners))(
  "where a gateway that knows the id %s,",
  (manner) => {
    it.effect("a task whose acceptance was lost is not submitted again", () =>
      Effect.gen(function* () {
        const world = gatewayOf(manner)
        assert.propertyVal(yield* submit(world), "code", "200")
        assert.deepStrictEqual(world.count, { submissions: 1, questions: 1 })
        assert.lengthOf(world.tasks, 1)
      })
    )

    it.effect("one that did not arrive is submitted again", () =>
      Effect.gen(function* () {
        const world = gatewayOf(manner, { kept: false })
        assert.propertyVal(yield* submit(world), "code", "200")
        assert.deepStrictEqual(world.count, { submissions: 2, questions: 1 })
        assert.lengthOf(world.tasks, 1)
      })
    )

    it.effect("one that it shows late is one task in the end, and accepted", () =>
      Effect.gen(function* () {
        const world = gatewayOf(manner, { late: 3 })
        assert.propertyVal(yield* submit(world), "code", "200")
        assert.lengthOf(world.tasks, 1)
        // Submitted again, for it was not known; what was refused then is asked for until it is shown.
        assert.strictEqual(world.count.submissions, 2)
        assert.strictEqual(world.count.questions, manner.startsWith("rejects") ? 4 : 1)
      })
    )

    it.effect("one that it shows later than it is asked for by retries is waited for all the same", () =>
      Effect.gen(function* () {
        const world = gatewayOf(manner, {
          retries: 2,
          late: 6,
          asked: (number) => (number > 8 ? done : undefined)
        })
        const { text } = yield* transcribe(world)
        assert.strictEqual(text, "Good morning.")
        assert.deepStrictEqual(world.count, { submissions: 2, questions: 9 })
        assert.lengthOf(world.tasks, 1)
      })
    )

    it.effect("replies that are lost again and again do not make a second task", () =>
      Effect.gen(function* () {
        const world = gatewayOf(manner, { lost: 3, late: 2 })
        assert.propertyVal(yield* submit(world), "code", "200")
        assert.lengthOf(world.tasks, 1)
      })
    )
  }
)

describe("the question whether a task is known", () => {
  it.effect("is put again where it fails", () =>
    Effect.gen(function* () {
      const failing = [text("no", { status: 503 }), hangs, text("oops")]
      const world = gatewayOf("rejects", { asked: (number) => failing[number - 1] })
      assert.propertyVal(yield* submit(world), "code", "200")
      assert.deepStrictEqual(world.count, { submissions: 1, questions: 4 })
    })
  )

  it.effect("that is never answered ends the call with the failure of the submission, which counts submissions", () =>
    Effect.gen(function* () {
      const world = gatewayOf("rejects", { retries: 3, asked: () => text("no", { status: 502 }) })
      const error = yield* Effect.flip(submit(world))
      assert.deepInclude(
        { ...error },
        {
          _tag: "GatewayTransportError",
          operation: "submitTranscription",
          attempts: 1
        }
      )
      assert.deepStrictEqual(world.count, { submissions: 1, questions: 3 })
    })
  )

  it.effect("that is refused ends it at once", () =>
    Effect.gen(function* () {
      const world = gatewayOf("rejects", { asked: () => text("no", { status: 401 }) })
      assert.deepInclude({ ...(yield* Effect.flip(submit(world))) }, { _tag: "GatewayTransportError", attempts: 1 })
      assert.deepStrictEqual(world.count, { submissions: 1, questions: 1 })
    })
  )

  it.effect("is answered by a refusal with data, too", () =>
    Effect.gen(function* () {
      const failed = json({ code: "50010", msg: "the audio cannot be read", data: { id } })
      const world = gatewayOf("rejects", { asked: () => failed })
      assert.propertyVal(yield* submit(world), "code", "200")
    })
  )

  it.effect("waits as long as the gateway asks for", () =>
    Effect.gen(function* () {
      const busy = text("no", { status: 503, headers: { "retry-after": "30" } })
      const world = gatewayOf("rejects", { asked: (number) => (number === 1 ? busy : undefined) })
      yield* submit(world)
      assert.deepStrictEqual(world.gateway.times, [0, 1000, 31_000])
    })
  )
})

it.effect("a refusal of work that is not known is the last word, after the questions that the policy allows", () =>
  Effect.gen(function* () {
    const reset = unreachable(systemError("ECONNRESET"))
    const refused = json({ code: "50301", msg: "resource is used up", data: null })
    let submissions = 0
    const gateway = fakeGateway(
      (received) => (isSubmission(received) ? (submissions++ === 0 ? reset : refused) : notFound),
      { retries: retriesOf(3) }
    )
    const call = Effect.flatMap(Transcriber, (it) => it.submit(submission))
    const error = yield* call.pipe(Effect.provide(gateway.layer), within("1 hour"), Effect.flip)
    assert.deepInclude({ ...error }, { _tag: "GatewayRejected", code: "50301", attempts: 2 })
    assert.strictEqual(submissions, 2)
    assert.lengthOf(gateway.received, 5)
  })
)

it.effect("a transcription of it ends so, too, once the task stayed unknown for the time that gateways may take", () =>
  Effect.gen(function* () {
    const reset = unreachable(systemError("ECONNRESET"))
    const refused = json({ code: "50301", msg: "resource is used up", data: null })
    let submissions = 0
    const gateway = fakeGateway(
      (received) => (isSubmission(received) ? (submissions++ === 0 ? reset : refused) : notFound),
      { retries: retriesOf(2) }
    )
    const options = { pollPolicy: PollPolicy.fixed("1 second"), notFoundGrace: "5 seconds" } as const
    const call = Effect.flatMap(Transcriber, (it) => it.transcribe(submission, options))
    const error = yield* call.pipe(Effect.provide(gateway.layer), within("1 hour"), Effect.flip)
    assert.deepInclude({ ...error }, { _tag: "GatewayRejected", code: "50301", attempts: 2, open: true })
    assert.match(error.message, /\(2 attempts, an earlier one may have been accepted\)$/)
    assert.strictEqual(submissions, 2)
    // Two questions of the submission, then looks for 5 seconds.
    assert.lengthOf(gateway.received, 2 + 2 + 6)
  })
)

it.effect("a refusal after attempts that left nothing open is no doubtful one", () =>
  Effect.gen(function* () {
    const script = [text("busy", { status: 429 }), unreachable(systemError("ECONNREFUSED")), notFound]
    const gateway = fakeGateway(script, { retries: retriesOf(3) })
    const call = Effect.flatMap(Transcriber, (it) => it.transcribe(submission))
    const error = yield* call.pipe(Effect.provide(gateway.layer), within("1 hour"), Effect.flip)
    assert.deepInclude({ ...error }, { _tag: "GatewayRejected", attempts: 3 })
    assert.notProperty(error, "open")
  })
)

it.effect("a refusal at once is not asked about", () =>
  Effect.gen(function* () {
    const gateway = fakeGateway([notFound], { retries: retriesOf(3) })
    const call = Effect.flatMap(Transcriber, (it) => it.submit(submission))
    const error = yield* call.pipe(Effect.provide(gateway.layer), within("1 hour"), Effect.flip)
    assert.deepInclude({ ...error }, { _tag: "GatewayRejected", attempts: 1 })
  })
)
