import { assert, describe, it } from "@effect/vitest"
import { Array as Arr, Clock, Duration, Effect, Either, Schema, Stream } from "effect"
import type { TranscriptionCalls } from "effect-model-gateway"
import {
  DeadlineExceeded,
  Embedder,
  failAtDeadline,
  GatewayBadRequest,
  GatewayTimeout,
  GatewayTransportError,
  PollPolicy,
  stage,
  step,
  Transcriber,
  withDeadline
} from "effect-model-gateway"
import { fakeGateway, hangs } from "../support/fakeGateway.js"
import { within } from "../support/time.js"
import { accepted } from "../support/transcriptions.js"

const operation = "submitTranscription"
const requestOf = (id: string) => ({ id, audio: { uri: `https://files.test/${id}.wav` } })

/** A transcriber whose tasks are done so many seconds after they were submitted; of others nothing is known. */
const transcriberOf = (seconds: Readonly<Record<string, number>>, submit?: TranscriptionCalls["submit"]) => {
  const begun = new Map<string, number>()
  return Transcriber.make(
    {
      submit: (request) =>
        Effect.tap(submit?.(request) ?? Effect.succeed({ code: "200", data: null }), () =>
          Effect.map(Clock.currentTimeMillis, (now) => begun.set(request.id, now))
        ),
      query: ({ id }) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const done = now >= (begun.get(id) ?? 0) + (seconds[id] ?? 0) * 1000
          return { code: "200", data: id in seconds ? { bizId: id, status: done ? 2 : 1, asrcResult: "text" } : null }
        })
    },
    { pollPolicy: PollPolicy.fixed("1 second") }
  )
}

const late = step("publish", { success: Schema.Void })(Effect.void)

/** Comes to a step when the time of 20 seconds is up. */
const tooLate = Effect.zipRight(Effect.sleep("20 seconds"), late)

/** What a job in a budget of 20 seconds ends with. */
const endOf = <E, R>(job: Effect.Effect<unknown, E, R>) =>
  job.pipe(withDeadline("20 seconds"), Effect.flip, within("1 hour"))

const aliveAt = (job: Effect.Effect<unknown, unknown>) =>
  Effect.map(endOf(job), (error) => {
    assert(error instanceof DeadlineExceeded)
    return error.alive
  })

describe("the failure of a budget names the tasks that are still alive:", () => {
  it.effect("those that were submitted, and not those that ended", () =>
    Effect.gen(function* () {
      const transcriber = transcriberOf({ short: 3, long: 300 })
      const job = Effect.gen(function* () {
        yield* transcriber.transcribe(requestOf("short"))
        yield* transcriber.submit(requestOf("long"))
        yield* tooLate
      })
      const error = yield* endOf(stage("job")(job))
      assert(error instanceof DeadlineExceeded)
      assert.deepStrictEqual(error.alive, ["long"])
      assert.strictEqual(
        error.message,
        "job/publish: not begun, for the time that withDeadline gave is up; still alive: long"
      )
    })
  )

  it.effect("those of fibers that were interrupted with it", () =>
    Effect.gen(function* () {
      const transcriber = transcriberOf({ one: 300, two: 300, three: 2 })
      const waits = Effect.forEach(["one", "two", "three"], (id) => transcriber.transcribe(requestOf(id)), {
        concurrency: "unbounded"
      })
      const slow = Effect.zipRight(
        Effect.sleep("10 seconds"),
        step("save", { success: Schema.Void })(Effect.sleep("10 seconds"))
      )
      const job = Effect.all([Effect.either(waits), Effect.zipRight(slow, late)], { concurrency: 2 })
      assert.deepStrictEqual(yield* aliveAt(job), ["one", "two"])
    })
  )

  it.effect("those whose wait began, and that a look did not see completed", () =>
    Effect.gen(function* () {
      const transcriber = transcriberOf({ mine: 300, done: 0, streamed: 3 })
      const job = Effect.gen(function* () {
        yield* Effect.either(transcriber.await("unknown", { notFoundGrace: 0 }))
        yield* Effect.either(transcriber.await("mine", { deadline: "5 seconds" }))
        yield* Stream.runDrain(transcriber.events("streamed"))
        yield* transcriber.submit(requestOf("done"))
        yield* transcriber.result("done")
        yield* tooLate
      })
      assert.deepStrictEqual(yield* aliveAt(job), ["mine"])
    })
  )

  it.effect.each([
    ["lost", new GatewayTransportError({ operation, attempts: 1, connected: true, reason: "ECONNRESET" }), true],
    ["not answered in time", new GatewayTimeout({ operation, attempts: 1, limit: Duration.seconds(5) }), true],
    ["never connected", new GatewayTransportError({ operation, attempts: 1, connected: false, reason: "no" }), false],
    ["not sent", new GatewayTimeout({ operation, attempts: 0, limit: Duration.zero }), false],
    ["refused", new GatewayBadRequest({ operation, attempts: 1 }), false],
    ["refused after one that was lost", new GatewayBadRequest({ operation, attempts: 2, open: true }), true]
  ] as const)("a submission that was %s", ([, error, alive]) =>
    Effect.gen(function* () {
      const transcriber = transcriberOf({}, () => Effect.fail(error))
      const job = Effect.zipRight(Effect.either(transcriber.submit(requestOf("one"))), tooLate)
      assert.deepStrictEqual(yield* aliveAt(job), alive ? ["one"] : [])
    })
  )

  it.effect("one that was interrupted, for it may have been accepted", () =>
    Effect.gen(function* () {
      const transcriber = transcriberOf({}, () => Effect.never)
      const submission = Effect.timeout(transcriber.submit(requestOf("one")), "1 second")
      assert.deepStrictEqual(yield* aliveAt(Effect.zipRight(Effect.either(submission), tooLate)), ["one"])
    })
  )

  it.effect("a few of them in its message", () =>
    Effect.gen(function* () {
      const ids = Arr.makeBy(1000, (n) => `task-${n}`)
      const transcriber = transcriberOf({})
      const job = Effect.zipRight(
        Effect.forEach(ids, (id) => transcriber.submit(requestOf(id))),
        tooLate
      )
      const error = yield* endOf(job)
      assert(error instanceof DeadlineExceeded)
      assert.deepStrictEqual(error.alive, ids)
      assert.match(error.message, /; still alive: task-0, task-1, task-2, 997 more$/)
    })
  )

  it.effect("when it meets a call instead of a step, too, and that of many for the budgets around it", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway((received) => (received.url.endsWith("/process") ? accepted : hangs))
      const submit = (id: string) => Effect.flatMap(Transcriber, (it) => it.submit(requestOf(id)))
      const embed = Effect.flatMap(Embedder, (it) => it.embed({ model: "m", input: "text" }))
      const inner: Array<ReadonlyArray<string> | undefined> = []
      const error = yield* Effect.gen(function* () {
        yield* submit("outer")
        yield* Effect.zipRight(submit("inner"), Effect.zipRight(Effect.sleep("20 seconds"), embed)).pipe(
          failAtDeadline,
          Effect.tapErrorTag("GatewayTimeout", ({ alive }) => Effect.sync(() => inner.push(alive)))
        )
      }).pipe(endOf, Effect.provide(gateway.layer))
      assert(error._tag === "GatewayTimeout")
      assert.deepStrictEqual(error.alive, ["outer", "inner"])
      assert.strictEqual(
        error.message,
        "createEmbeddings: not sent, for the time that it was given is up; still alive: outer, inner"
      )
      assert.deepStrictEqual(inner, [["inner"]])
      assert.lengthOf(gateway.received, 2)
    })
  )

  it.effect("but for calls that ended otherwise", () =>
    Effect.gen(function* () {
      const job = Effect.zipRight(
        transcriberOf({}).submit(requestOf("one")),
        Effect.fail(new GatewayTimeout({ operation, attempts: 1, limit: Duration.seconds(5) }))
      )
      const error = yield* endOf(job)
      assert(error._tag === "GatewayTimeout")
      assert.isUndefined(error.alive)
    })
  )

  it.effect("of budgets inside each other the inner its own, and the outer those of both", () =>
    Effect.gen(function* () {
      const transcriber = transcriberOf({})
      const submit = (id: string) => transcriber.submit(requestOf(id))
      const inner: Array<ReadonlyArray<string>> = []
      const job = Effect.gen(function* () {
        yield* submit("outer")
        yield* withDeadline("10 seconds")(submit("ended budget"))
        yield* Effect.zipRight(submit("inner"), tooLate).pipe(
          withDeadline("1 hour"),
          Effect.tapErrorTag("DeadlineExceeded", ({ alive }) => Effect.sync(() => inner.push(alive)))
        )
      })
      assert.sameMembers([...(yield* aliveAt(job))], ["outer", "ended budget", "inner"])
      assert.deepStrictEqual(inner, [["inner"]])
    })
  )
})

describe("what the time of a budget ends for one of many", () => {
  const items = ["first", "second", "third"]

  it.effect("ends that one where failAtDeadline stands around it", () =>
    Effect.gen(function* () {
      const transcriber = transcriberOf({})
      const one = (id: string, index: number) =>
        Effect.gen(function* () {
          yield* transcriber.submit(requestOf(id))
          yield* Effect.sleep(Duration.seconds(9 * index))
          yield* step(`save[${index}]`, { success: Schema.String })(Effect.succeed(id))
          return id
        })
      const results = yield* Effect.forEach(items, (id, index) => Effect.either(failAtDeadline(one(id, index))), {
        concurrency: 3
      }).pipe(withDeadline("10 seconds"), within("1 hour"))
      const told = results.map(
        Either.match({
          onLeft: (error) => (error._tag === "DeadlineExceeded" ? [error.during, ...error.alive] : error._tag),
          onRight: (id) => id
        })
      )
      assert.deepStrictEqual(told, ["first", "second", ["save[2]", "third"]])
    })
  )

  it.effect("leaves the results of transcribeMany: what was not sent and what goes on have typed errors", () =>
    Effect.gen(function* () {
      const ids = Arr.makeBy(9, (n) => `task-${n}`)
      const transcriber = transcriberOf(Object.fromEntries(ids.map((id, index) => [id, index < 2 ? 1 : 300])), () =>
        Effect.delay(Effect.succeed({ code: "200", data: null }), "4 seconds")
      )
      const all = transcriber.transcribeMany(ids.map(requestOf), { submissions: 1 })
      const results = yield* Stream.runCollect(all).pipe(withDeadline("18 seconds"), within("1 hour"))
      const ended = [...results].map(({ id, result }) =>
        Either.match(result, {
          onLeft: (error) => `${id} ${error._tag} ${error.attempts}`,
          onRight: () => `${id} done`
        })
      )
      assert.sameMembers(ended, [
        "task-0 done",
        "task-1 done",
        "task-2 TranscriptionWaitTimeout 6",
        "task-3 TranscriptionWaitTimeout 2",
        "task-4 TranscriptionWaitTimeout 0",
        "task-5 GatewayTimeout 0",
        "task-6 GatewayTimeout 0",
        "task-7 GatewayTimeout 0",
        "task-8 GatewayTimeout 0"
      ])
    })
  )

  it.effect("tells of a wait that did not begin in words of its own", () =>
    Effect.gen(function* () {
      const error = yield* endOf(Effect.zipRight(Effect.sleep("21 seconds"), transcriberOf({}).await("one")))
      assert(error._tag === "TranscriptionWaitTimeout")
      assert.strictEqual(
        error.message,
        "queryTranscription: the wait for task one did not begin, for the time that withDeadline gave is up; it may be " +
          'completed yet: await("one") takes the wait up again'
      )
    })
  )
})
