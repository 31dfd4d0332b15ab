import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, FiberId, Logger, LogLevel, Option, Schema, TestClock, Tracer } from "effect"
import type { ProgressEvent } from "effect-model-gateway"
import {
  GatewayClient,
  GatewayError,
  generateChatImage,
  noRetries,
  Operation,
  PollPolicy,
  prettyFailures,
  RetryPolicy,
  Safety,
  standardRetries,
  step,
  strict,
  Transcriber,
  VideoOrders,
  withDeadline,
  withProgress
} from "effect-model-gateway"
import type { Answer } from "../support/fakeGateway.js"
import { apiKey, fakeGateway, hangs, json, text } from "../support/fakeGateway.js"
import type { Sample } from "../support/samples.js"
import { samples } from "../support/samples.js"
import { allFailures, both, failures, holdsNoSecret, show, showCause, spoils } from "../support/secrets.js"
import { within } from "../support/time.js"
import { videoOrder as order } from "../support/videoOrder.js"

/** Calls whose errors are made of replies besides those of the operations themselves. */
const others: ReadonlyArray<Pick<Sample, "call"> & { readonly name: string }> = [
  {
    name: "a wait",
    call: Effect.flatMap(Transcriber, (it) =>
      it.await("lecture-1", { deadline: 0, notFoundGrace: 0, readTranscript: () => Option.none() })
    )
  },
  {
    name: "a video's reply as the caller reads it",
    call: Effect.flatMap(VideoOrders, (it) =>
      it.placeAs(Schema.Record({ key: Schema.String, value: Schema.Int }))(order)
    )
  },
  {
    name: "a user's operation",
    call: Effect.flatMap(GatewayClient, ({ execute }) =>
      execute(
        Operation.get("countWords", "/words", {
          request: strict(Schema.Struct({})),
          response: Schema.Record({ key: Schema.String, value: Schema.Union(Schema.Int, Schema.Array(Schema.Int)) }),
          safety: Safety.read
        })
      )({})
    )
  }
]
const calls = [...samples.map(({ call, operation }) => ({ call, name: operation.name })), ...others]

/** Runs an effect, and gives its exit and everything that came out of it beside. */
const overheard = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const heard: Array<string> = []
    const hear = (what: unknown) => heard.push(show(what))
    const logger = Logger.make((entry) => {
      hear(Logger.logfmtLogger.log(entry))
      hear(Logger.jsonLogger.log(entry))
      hear(entry.message)
    })
    const native = yield* Effect.tracer
    const tracer = Tracer.make({
      context: native.context,
      span: (...args) => {
        const span = native.span(...args)
        const { end } = span
        Object.assign(span, {
          end: (time: bigint, exit: Exit.Exit<unknown, unknown>) => {
            hear(span.name)
            hear([...span.attributes])
            if (Exit.isFailure(exit)) hear(Cause.pretty(exit.cause, { renderErrorCause: true }))
            end.call(span, time, exit)
          }
        })
        return span
      }
    })
    const exit = yield* effect.pipe(
      Effect.tapErrorCause((cause) => Effect.logError("the job failed", cause)),
      withProgress((event: ProgressEvent) => Effect.sync(() => hear(event))),
      Effect.withTracer(tracer),
      Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
      Logger.withMinimumLogLevel(LogLevel.All),
      Effect.exit
    )
    return { exit, heard }
  })

const unknown = { success: Schema.Unknown, error: Schema.Unknown }
const retries = { ...standardRetries, backoff: PollPolicy.fixed("1 second") }

const overhearing = (call: Sample["call"], answer: Answer) =>
  call.pipe(
    step("job", unknown),
    withDeadline("10 minutes"),
    Effect.provide(fakeGateway(() => answer, { attemptTimeout: "30 seconds", maxReplyBytes: 20_000, retries }).layer),
    overheard,
    within("1 hour")
  )

describe.each(calls)("nothing that is told of $name shows key or image", ({ call }) => {
  it.effect.each(allFailures(both).map(([what, answer]) => ({ what, answer })))("on $what", ({ answer }) =>
    Effect.gen(function* () {
      const { exit, heard } = yield* overhearing(call, answer)
      if (Exit.isFailure(exit)) heard.push(showCause(exit.cause))
      // Logs, spans and progress were gathered, or the search would prove nothing.
      const all = heard.join("\n")
      for (const word of ["job", "gateway.", "started"]) assert.include(all, word)
      holdsNoSecret(all)
    })
  )
})

/** One of each safety, with and without an envelope, both that return images, and the others. */
const chosen = calls.filter(({ name }) => !["listAssets", "rerankDocuments", "orderVideo"].includes(name))

describe.each(chosen)("no failure of $name shows", ({ call }) => {
  it.effect.each(spoils.map(([what, spoil]) => ({ what, spoil })))(" $what", ({ spoil }) =>
    Effect.gen(function* () {
      let failed = 0
      for (const [, answer] of failures(spoil)) {
        const exit = yield* call.pipe(
          Effect.provide(fakeGateway(() => answer, { maxReplyBytes: 20_000 }).layer),
          Effect.provideService(RetryPolicy, noRetries),
          Effect.exit
        )
        if (Exit.isSuccess(exit)) continue
        failed += 1
        holdsNoSecret(showCause(exit.cause))
      }
      assert.isAbove(failed, 15)
    })
  )
})

it.effect("what was paid for is handed over whole, but for the key", () =>
  Effect.gen(function* () {
    const words = `${"word ".repeat(3_000)}${apiKey}`
    const without = words.replace(apiKey, "<redacted>")
    const failure = (call: Sample["call"], reply: unknown) =>
      Effect.map(Effect.flip(Effect.provide(call, fakeGateway([json(reply)]).layer)), (error) => ({ ...error }))
    const [wait, video] = others
    assert(wait !== undefined && video !== undefined)
    const record = { status: 2, asrcResult: { [apiKey]: [words] } }
    assert.deepInclude(yield* failure(wait.call, { code: "200", data: record }), {
      structure: { "<redacted>": [without] }
    })
    assert.deepInclude(yield* failure(video.call, { id: words }), { reply: { id: without } })
    const chat = samples.find(({ operation }) => operation === generateChatImage)
    assert(chat !== undefined)
    const reply = { choices: [{ message: { content: words } }] }
    assert.deepInclude(yield* failure(chat.call, reply), { text: without })
  })
)

it.effect("a refusal with data nested without end can be printed", () =>
  Effect.gen(function* () {
    const [sample] = samples
    assert(sample !== undefined)
    const data = `${"[".repeat(20_000)}${"]".repeat(20_000)}`
    const gateway = fakeGateway([text(`{"code":"500","data":${data}}`)])
    const exit = yield* Effect.exit(Effect.provide(sample.call, gateway.layer))
    assert(Exit.isFailure(exit))
    assert.include(showCause(exit.cause), "GatewayRejected")
  })
)

it.effect("nor what is told of an order that is interrupted", () =>
  Effect.gen(function* () {
    for (const { call } of samples) {
      const interrupted = Effect.gen(function* () {
        const fiber = yield* Effect.fork(call)
        yield* TestClock.adjust("1 second")
        const exit = yield* Fiber.interrupt(fiber)
        assert(Exit.isFailure(exit))
        return showCause(exit.cause)
      })
      const { exit, heard } = yield* overheard(Effect.provide(interrupted, fakeGateway([hangs]).layer))
      assert(Exit.isSuccess(exit))
      holdsNoSecret([...heard, exit.value].join("\n"))
    }
  })
)

describe("a failure prints", () => {
  const [sample] = samples
  assert(sample !== undefined)
  const busy = text("<h1>busy</h1>", { status: 502 })
  const call = sample.call.pipe(Effect.provide(fakeGateway(() => busy, { retries: noRetries }).layer))

  it.effect("as one line and where it comes from", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(call)
      assert(Schema.is(GatewayError)(error))
      assert.notInclude(error.message, "\n")
      assert.isBelow(Cause.pretty(Cause.fail(error)).split("\n").length, 20)
    })
  )

  it.effect("in a few lines where sixty-four fibers fail at once", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(Effect.replicateEffect(call, 64, { concurrency: "unbounded" }))
      assert(Exit.isFailure(exit))
      assert.match(prettyFailures(exit.cause), /^\d+ times GatewayUnexpectedStatus: submitTranscription: .* 502: busy$/)
    })
  )

  it("in ten lines and a count where all differ, each on a line of its own", () => {
    const causes = Array.from({ length: 64 }, (_, i) => Cause.fail(new Error(`number ${i}\n  of many`)))
    const lines = prettyFailures(causes.reduce<Cause.Cause<Error>>(Cause.parallel, Cause.empty)).split("\n")
    assert.strictEqual(lines[0], "Error: number 0 of many")
    assert.deepStrictEqual([lines.length, lines[10]], [11, "and 54 other failures"])
  })

  it("with its defects, and as interrupted where it was nothing else", () => {
    const both = Cause.parallel(Cause.fail(new Error("no")), Cause.die(new TypeError("a mistake")))
    assert.strictEqual(prettyFailures(both), "Error: no\nTypeError: a mistake")
    assert.strictEqual(prettyFailures(Cause.interrupt(FiberId.none)), "interrupted")
  })
})
