import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Either, Exit, Fiber, Option, Schema, TestClock, Tracer } from "effect"
import type { ProgressEvent, Runner } from "effect-model-gateway"
import { GatewayError, StepRunner, sleepUntil, stage, step, withProgress } from "effect-model-gateway"
import { recordingRunner } from "../support/recordingRunner.js"
import { within } from "../support/time.js"

const number = { success: Schema.Number } as const
const one = (name: string, value = 1) => step(name, number)(Effect.succeed(value))

/** Runs an effect with a recording runner; gives the keys of the steps and waits, in the order of their starts. */
const keysOf = <A, E>(effect: Effect.Effect<A, E>) => {
  const { ran, runner, waited } = recordingRunner()
  return Effect.map(Effect.provideService(effect, StepRunner, runner), () => [...ran, ...waited.map(([key]) => key)])
}

/** Runs an effect, however it ends, and gives what it told. */
const told = <A, E>(effect: Effect.Effect<A, E>) => {
  const events: Array<ProgressEvent> = []
  return Effect.map(Effect.exit(withProgress((event) => Effect.sync(() => events.push(event)))(effect)), () => events)
}

describe("the names of steps", () => {
  it.effect("are the stages around and their own, with a number where they repeat in the same place", () =>
    Effect.gen(function* () {
      const looks = stage("await", { item: "a" })(
        Effect.all([one("look"), one("look"), sleepUntil("wait", 0), one("look")])
      )
      const job = stage("job")(Effect.all([one("look"), looks, looks, one("other"), one("look")]))
      assert.deepStrictEqual(yield* keysOf(job), [
        "job/look",
        "job/await[a]/look",
        "job/await[a]/look#2",
        "job/await[a]/look#3",
        "job/await[a]#2/look",
        "job/await[a]#2/look#2",
        "job/await[a]#2/look#3",
        "job/other",
        "job/look#2",
        "job/await[a]/wait",
        "job/await[a]#2/wait"
      ])
    })
  )

  it.effect("begin anew with each run", () =>
    Effect.gen(function* () {
      const job = stage("job")(Effect.all([one("look"), one("look")]))
      const keys = ["job/look", "job/look#2"]
      assert.deepStrictEqual([yield* keysOf(job), yield* keysOf(job)], [keys, keys])
    })
  )

  it.effect("have no number outside of any stage, where no counter could end", () =>
    Effect.gen(function* () {
      const events = yield* told(Effect.all([one("look"), one("look")]))
      const paths = events.filter(({ state }) => state === "started").map(({ path }) => path)
      assert.deepStrictEqual(paths, ["look", "look"])
    })
  )

  it.effect("keep an item apart from the path's own signs", () =>
    Effect.gen(function* () {
      const item = (id: string) => stage("await", { item: id })(one("look"))
      assert.deepStrictEqual(yield* keysOf(Effect.all([item("a/b"), item("a]/look[b"), item("100%"), item("早")])), [
        "await[a%2Fb]/look",
        "await[a%5D%2Flook%5Bb]/look",
        "await[100%25]/look",
        "await[早]/look"
      ])
    })
  )

  it.effect("cannot meet those of a stage that runs at the same time", () =>
    Effect.gen(function* () {
      const item = (id: string) =>
        stage("transcribe", { item: id })(Effect.all([one("submit"), Effect.sleep(10), one("look"), one("look")]))
      const job = stage("job")(Effect.forEach(["a", "b"], item, { concurrency: "unbounded" }))
      const keys = yield* within("1 second")(keysOf(job))
      const expected = ["a", "b"].flatMap((id) =>
        ["submit", "look", "look#2"].map((name) => `job/transcribe[${id}]/${name}`)
      )
      assert.sameMembers(keys, expected)
    })
  )
})

describe("a step", () => {
  it.effect("runs plainly by default, with what its effect needs", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* one("a", 7), 7)
      const failing = step("a", { ...number, error: Schema.String })(Effect.fail("no"))
      assert.deepStrictEqual(yield* Effect.either(failing), Either.left("no"))
    })
  )

  it.effect("opens a span of its key, and a stage one of its path", () =>
    Effect.gen(function* () {
      const spans: Array<string> = []
      const { span } = yield* Effect.tracer
      const spy = Tracer.make({
        context: (run) => run(),
        span: (name, parent, ...rest) => {
          spans.push(
            `${Option.match(parent, { onNone: () => "", onSome: (it) => ("name" in it ? it.name : "") })} > ${name}`
          )
          return span(name, parent, ...rest)
        }
      })
      yield* Effect.withTracer(stage("job")(one("look")), spy)
      assert.deepStrictEqual(spans, [" > job", "job > job/look"])
    })
  )
})

describe("sleepUntil", () => {
  it.effect("waits until the instant, and not at all for one that is over", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(10_000)
      yield* sleepUntil("wait", 9000)
      const fiber = yield* Effect.fork(Effect.zipRight(sleepUntil("wait", 12_000), Clock.currentTimeMillis))
      yield* TestClock.adjust("1999 millis")
      assert.isTrue(Option.isNone(yield* Fiber.poll(fiber)))
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* fiber, 12_000)
    })
  )
})

describe("progress", () => {
  it.effect("is told of stages and steps: started, waiting, done, with path, item and time", () =>
    Effect.gen(function* () {
      const item = stage("transcribe", { item: "standup" })(
        Effect.all([one("submit"), sleepUntil("wait", 5000), one("look")])
      )
      const events = yield* within("1 minute")(told(stage("job")(item)))
      const [job, path] = ["job", "job/transcribe[standup]"]
      assert.deepStrictEqual(
        events.map(({ at, item, kind, name, path, state, until }) => [at, state, kind, path, name, item, until]),
        [
          [0, "started", "stage", job, "job", undefined, undefined],
          [0, "started", "stage", path, "transcribe[standup]", "standup", undefined],
          [0, "started", "step", `${path}/submit`, "submit", "standup", undefined],
          [0, "done", "step", `${path}/submit`, "submit", "standup", undefined],
          [0, "waiting", "step", `${path}/wait`, "wait", "standup", 5000],
          [5000, "started", "step", `${path}/look`, "look", "standup", undefined],
          [5000, "done", "step", `${path}/look`, "look", "standup", undefined],
          [5000, "done", "stage", path, "transcribe[standup]", "standup", undefined],
          [5000, "done", "stage", job, "job", undefined, undefined]
        ]
      )
    })
  )

  it.effect("is told of a failure, with the error and the outermost item", () =>
    Effect.gen(function* () {
      const error = { reason: "no" }
      const outcome = { ...number, error: Schema.Struct({ reason: Schema.String }) }
      const failing = stage("await", { item: "task-1" })(step("look", outcome)(Effect.fail(error)))
      const events = yield* told(stage("transcribe", { item: "standup" })(failing))
      const failed = events.filter(({ state }) => state === "failed")
      assert.deepStrictEqual(
        failed.map(({ item, name }) => [name, item]),
        [
          ["look", "standup"],
          ["await[task-1]", "standup"],
          ["transcribe[standup]", "standup"]
        ]
      )
      for (const event of failed) assert.deepStrictEqual(event.error, error)
      assert.isFalse(events.some(({ state }) => state === "done"))
    })
  )

  it.effect("is told of a defect as of a failure", () =>
    Effect.gen(function* () {
      const defect = new Error("a bug")
      const events = yield* told(step("look", number)(Effect.die(defect)))
      assert.deepStrictEqual(
        events.map(({ state }) => state),
        ["started", "failed"]
      )
      assert.propertyVal(events[1]?.error, "message", "a bug")
    })
  )

  it.effect("tells no failure of an interruption", () =>
    Effect.gen(function* () {
      const events: Array<string> = []
      const job = stage("job")(step("hang", number)(Effect.never))
      const fiber = yield* Effect.fork(withProgress(({ state }) => Effect.sync(() => events.push(state)))(job))
      yield* TestClock.adjust("1 second")
      assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
      assert.deepStrictEqual(events, ["started", "started"])
    })
  )

  it.effect("goes nowhere where nobody listens", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* stage("job")(Effect.all([one("a"), one("b", 2)])), [1, 2])
    })
  )
})

describe("a runner that keeps outcomes", () => {
  it.effect("gives back what was kept, failures too, and runs only what is new", () =>
    Effect.gen(function* () {
      const { ran, runner } = recordingRunner()
      let calls = 0
      const counted = Effect.sync(() => ++calls)
      const failing = step("c", { success: Schema.Void, error: GatewayError })(Effect.zipRight(counted, refused))
      const job = stage("job")(
        Effect.all([step("a", number)(counted), step("b", number)(counted), Effect.either(failing)])
      )
      const run = Effect.provideService(job, StepRunner, runner)
      const first = yield* run
      const events = yield* told(run)
      const second = yield* run
      assert.strictEqual(calls, 3)
      assert.deepStrictEqual(
        events.map(({ name, state }) => `${name} ${state}`),
        ["job started", "a replayed", "b replayed", "c replayed", "job done"],
        "what was kept is not told as work"
      )
      assert.propertyVal(events[3]?.error, "_tag", "GatewayUnauthorized")
      assert.deepStrictEqual(ran, ["job/a", "job/b", "job/c"])
      assert.deepStrictEqual(second.slice(0, 2), first.slice(0, 2))
      const [, , failure] = second
      assert(Either.isLeft(failure))
      assert.deepInclude(failure.left, { _tag: "GatewayUnauthorized", operation: "listAssets", attempts: 1 })
    })
  )
})

it.effect("a runner sees what running a step again would do", () =>
  Effect.gen(function* () {
    const seen: Array<readonly [string, string | undefined]> = []
    const runner: Runner = {
      run: ({ key, safety }, effect) => {
        seen.push([key, safety])
        return effect
      },
      sleepUntil: () => Effect.void
    }
    const order = step("order", { ...number, safety: "Order" })(Effect.succeed(1))
    yield* Effect.provideService(Effect.all([one("look"), order]), StepRunner, runner)
    assert.deepStrictEqual(seen, [
      ["look", undefined],
      ["order", "Order"]
    ])
  })
)

const refused = Effect.flatMap(
  Effect.orDie(
    Schema.decodeUnknown(GatewayError)({ _tag: "GatewayUnauthorized", operation: "listAssets", attempts: 1 })
  ),
  Effect.fail
)
