import { assert, it } from "@effect/vitest"
import { Effect, Option, Schema, TestClock } from "effect"
import { StepRunner, sleepUntil, stage, step, withDeadline } from "effect-model-gateway"
import { recordingRunner } from "../support/recordingRunner.js"
import { within } from "../support/time.js"

const number = { success: Schema.Number }

it.effect("a budget of time is absolute: a run that goes on after a stop has no more than it had", () =>
  Effect.gen(function* () {
    const { ran, runner } = recordingRunner()
    const job = stage("job")(
      Effect.gen(function* () {
        yield* step("a", number)(Effect.succeed(1))
        yield* sleepUntil("wait", 30_000)
        yield* step("b", number)(Effect.succeed(2))
      })
    )
    const run = job.pipe(withDeadline("1 minute"), Effect.provideService(StepRunner, runner))
    const stopped = yield* Effect.timeoutOption(run, "15 seconds").pipe(within("15 seconds"))
    assert.isTrue(Option.isNone(stopped))
    yield* TestClock.adjust("2 minutes")
    const error = yield* Effect.flip(run)
    assert.deepInclude({ ...error }, { _tag: "DeadlineExceeded", during: "job/b" })
    assert.deepStrictEqual(ran.slice(0, 2), ["deadline", "job/a"], "what was done is given back, however late")
  })
)
