import { assert, describe, it } from "@effect/vitest"
import { Chunk, Duration, Effect, Option, Stream } from "effect"
import { Embedder, PollPolicy, StepRunner, stage, Transcriber } from "effect-model-gateway"
import { fakeGateway, hangs, recorded, text } from "../support/fakeGateway.js"
import { recordingRunner } from "../support/recordingRunner.js"
import { within } from "../support/time.js"
import { accepted, done, id, notFound, running, submission } from "../support/transcriptions.js"

const options = { pollPolicy: PollPolicy.fixed("10 seconds") }
const transcribe = Effect.flatMap(Transcriber, (it) => it.transcribe(submission, options))

describe("a transcription on a runner that keeps its steps", () => {
  it.effect("is written once: the plan and each look is a step, each wait a sleep until an instant", () =>
    Effect.gen(function* () {
      const { ran, runner, waited } = recordingRunner()
      const gateway = fakeGateway([accepted, notFound, text("busy", { status: 503 }), running, done])
      yield* transcribe.pipe(Effect.provide(gateway.layer), Effect.provideService(StepRunner, runner), within("1 hour"))
      const place = `transcribe[${id}]/await[${id}]`
      assert.deepStrictEqual(ran, [
        `transcribe[${id}]/submit`,
        `${place}/plan`,
        `${place}/look`,
        `${place}/look#2`,
        `${place}/look#3`,
        `${place}/look#4`
      ])
      assert.deepStrictEqual(waited, [
        [`${place}/wait`, 10_000],
        [`${place}/wait#2`, 20_000],
        [`${place}/wait#3`, 30_000]
      ])
    })
  )

  it.effect("is replayed without a request, and without a wait", () =>
    Effect.gen(function* () {
      const { runner } = recordingRunner()
      const gateway = fakeGateway([accepted, notFound, running, recorded("completed.json")])
      const run = transcribe.pipe(Effect.provide(gateway.layer), Effect.provideService(StepRunner, runner))
      const first = yield* within("1 hour")(run)
      const second = yield* run
      assert.deepStrictEqual(second, first)
      assert.strictEqual(second.text, "Good morning. Today we speak of tides.")
      assert.lengthOf(gateway.received, 4)
    })
  )

  it.effect("goes on after a stop where it stood, by the clock of the first start", () =>
    Effect.gen(function* () {
      const { ran, runner } = recordingRunner()
      const gateway = fakeGateway([accepted, running, running, done])
      const run = transcribe.pipe(Effect.provide(gateway.layer), Effect.provideService(StepRunner, runner))
      const stopped = yield* within("1 hour")(Effect.timeoutOption(run, "15 seconds"))
      assert.isTrue(Option.isNone(stopped))
      assert.lengthOf(ran, 4)
      // An hour has passed since: the wait for the third look is long over.
      const { text } = yield* run
      assert.strictEqual(text, "Good morning.")
      assert.deepStrictEqual(gateway.times, [0, 0, 10_000, 3_600_000])
    })
  )

  it.effect("keeps the time of the first look, which another process would plan otherwise", () =>
    Effect.gen(function* () {
      const { ran, runner } = recordingRunner()
      const gateway = fakeGateway([accepted, running, done])
      const planned =
        (first: number): PollPolicy.PollPolicy =>
        ({ number }) =>
          Effect.succeed(Duration.seconds(number === 0 ? first : 10))
      const run = (pollPolicy: PollPolicy.PollPolicy) =>
        Effect.flatMap(Transcriber, (it) => it.transcribe(submission, { pollPolicy })).pipe(
          Effect.provide(gateway.layer),
          Effect.provideService(StepRunner, runner)
        )
      const stopped = yield* within("4 seconds")(Effect.timeoutOption(run(planned(60)), "4 seconds"))
      assert.isTrue(Option.isNone(stopped))
      assert.deepStrictEqual(
        ran.map((key) => key.split("/").at(-1)),
        ["submit", "plan"]
      )
      yield* within("1 hour")(run(planned(500)))
      assert.deepStrictEqual(gateway.times, [0, 60_000, 70_000])
    })
  )

  it.effect("replays the failure that ended it, with the deadline and the grace of the first start", () =>
    Effect.gen(function* () {
      for (const answer of [notFound, running, text("busy", { status: 503 }), text(null, { status: 401 })]) {
        const { runner } = recordingRunner()
        const gateway = fakeGateway(() => answer)
        const wait = Effect.flatMap(Transcriber, (it) => it.await(id, { ...options, deadline: "45 seconds" }))
        const run = wait.pipe(Effect.provide(gateway.layer), Effect.provideService(StepRunner, runner), Effect.flip)
        const first = yield* within("1 hour")(run)
        const { length } = gateway.received
        const second = yield* run
        assert.strictEqual(second._tag, first._tag)
        assert.strictEqual(second.message, first.message)
        assert.lengthOf(gateway.received, length)
      }
    })
  )

  it.effect("gives the same states again, in a stage of the job's own", () =>
    Effect.gen(function* () {
      const { runner } = recordingRunner()
      const gateway = fakeGateway([notFound, running, done])
      const states = Effect.flatMap(Transcriber, (it) => Stream.runCollect(it.events(id, options))).pipe(
        stage("job"),
        Effect.map((all) => Chunk.toReadonlyArray(all).map(({ _tag }) => _tag)),
        Effect.provide(gateway.layer),
        Effect.provideService(StepRunner, runner)
      )
      const expected = ["Pending", "Transcribing", "Completed"]
      assert.deepStrictEqual(yield* within("1 hour")(states), expected)
      assert.deepStrictEqual(yield* states, expected)
      assert.lengthOf(gateway.received, 3)
    })
  )
})

describe("embedMany on a runner that keeps its steps", () => {
  it.effect("keeps the vector of each text, also where the job is stopped between two of them", () =>
    Effect.gen(function* () {
      const { ran, runner } = recordingRunner()
      const reply = recorded("embedding.json")
      const gateway = fakeGateway([reply, reply, hangs, reply])
      const texts = ["ebb", "flow", "neap"]
      const run = Effect.flatMap(Embedder, (it) => it.embedMany({ model: "m", texts }, { concurrency: 1 })).pipe(
        Effect.provide(gateway.layer),
        Effect.provideService(StepRunner, runner)
      )
      assert.isTrue(Option.isNone(yield* within("1 hour")(Effect.timeoutOption(run, "1 minute"))))
      const { usage, vectors } = yield* run
      assert.lengthOf(vectors, 3)
      assert.strictEqual(usage.inputTokens, 15)
      assert.deepStrictEqual(ran, ["embed[0]", "embed[1]", "embed[2]", "embed[2]"])
      assert.deepStrictEqual((yield* run).vectors, vectors)
      assert.lengthOf(gateway.received, 4)
    })
  )
})
