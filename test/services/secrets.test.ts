import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, FiberId, Inspectable, Logger, LogLevel, Schema, TestClock, Tracer } from "effect"
import type { ProgressEvent } from "effect-model-gateway"
import {
  GatewayError,
  noRetries,
  PollPolicy,
  prettyFailures,
  standardRetries,
  step,
  withDeadline,
  withProgress
} from "effect-model-gateway"
import type { Answer } from "../support/fakeGateway.js"
import { apiKey, bodyThat, fakeGateway, hangs, json, text, unreachable } from "../support/fakeGateway.js"
import type { Sample } from "../support/samples.js"
import { samples } from "../support/samples.js"
import { within } from "../support/time.js"

const image = Buffer.from(Array.from({ length: 600 }, (_, i) => (i * 197 + (i >> 3)) % 256)).toString("base64")

/** Both secrets, as a reply could hold them. */
const spoil = `Bearer ${apiKey} data:image/png;base64,${image}`
const body = JSON.stringify({ error: { message: spoil }, traceId: spoil, msg: spoil })
const later = { status: 503, headers: { "retry-after": "1" } }

/** Each way to fail, holding both secrets wherever it can. */
const failures: ReadonlyArray<readonly [string, Answer]> = [
  ...[302, 400, 401, 404, 408, 429, 500, 503].map((status) => [`status ${status}`, text(body, { status })] as const),
  ["503 with Retry-After", text(body, later)],
  ["an envelope that says no", json({ code: spoil, msg: spoil, data: { echo: spoil }, traceId: spoil })],
  ["a body that is not JSON", text(spoil)],
  ["a body that does not fit", json({ id: spoil, data: spoil, results: spoil, choices: spoil, Items: spoil })],
  ["a refused connection", unreachable(Object.assign(new Error(spoil), { code: "ECONNREFUSED" }))],
  ["a broken connection", unreachable(new TypeError(spoil, { cause: new Error(spoil) }))],
  ["a body that breaks off", bodyThat("breaks", body)],
  ["a body that never ends", bodyThat("never ends", body)],
  ["a body that stalls", bodyThat("stalls", body)],
  ["no answer", hangs]
]

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

/** A value in every way in which it may be printed. */
const show = (value: unknown): string =>
  [
    String(value),
    value instanceof Error ? `${value.message} ${value.stack} ${show(value.cause)}` : "",
    typeof value === "bigint" ? "" : JSON.stringify(value),
    Inspectable.format(value),
    Inspectable.toStringUnknown(value)
  ].join("\n")

const showCause = (cause: Cause.Cause<unknown>): string =>
  [show(cause), Cause.pretty(cause), Cause.pretty(cause, { renderErrorCause: true }), show(Cause.squash(cause))].join(
    "\n"
  )

/** Stretches of the image that are long enough to be told from chance. */
const stretches = Array.from({ length: image.length / 16 }, (_, i) => image.slice(i * 16, (i + 1) * 16))

const holdsNoSecret = (shown: string) => {
  assert.notInclude(shown, apiKey.slice(0, 12))
  assert.isUndefined(stretches.find((stretch) => shown.includes(stretch)))
}

const unknown = { success: Schema.Unknown, error: Schema.Unknown }
const retries = { ...standardRetries, backoff: PollPolicy.fixed("1 second") }

const overhearing = ({ call }: Sample, answer: Answer) =>
  call.pipe(
    step("job", unknown),
    withDeadline("10 minutes"),
    Effect.provide(fakeGateway(() => answer, { attemptTimeout: "30 seconds", maxReplyBytes: 20_000, retries }).layer),
    overheard,
    within("1 hour")
  )

describe.each(samples)("nothing that is told of $operation.name shows key or image", (sample) => {
  it.effect.each(failures.map(([what, answer]) => ({ what, answer })))("on $what", ({ answer }) =>
    Effect.gen(function* () {
      const { exit, heard } = yield* overhearing(sample, answer)
      if (Exit.isFailure(exit)) heard.push(showCause(exit.cause))
      // Logs, spans and progress were gathered, or the search would prove nothing.
      const all = heard.join("\n")
      for (const word of ["job", `gateway.${sample.operation.name}`, "started"]) assert.include(all, word)
      holdsNoSecret(all)
    })
  )
})

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
