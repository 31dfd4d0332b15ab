import { setImmediate } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { HttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Clock, Config, Duration, Effect, Either, Exit, Layer, Option, Random, Redacted, Stream } from "effect"
import type { TranscriberOptions, TranscriptionCalls } from "effect-model-gateway"
import {
  Gateway,
  GatewayBadRequest,
  PollPolicy,
  standardWait,
  Transcriber,
  TranscriptionOptions
} from "effect-model-gateway"
import { inVirtualTime } from "../../bench/polling/virtualTime.js"
import { fakeGateway, json } from "../support/fakeGateway.js"
import { within } from "../support/time.js"

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

const requestOf = (id: string) => ({ id, audio: { uri: `https://files.test/${id}.wav` } })
const everySecond = PollPolicy.fixed("1 second")

/** A gateway whose tasks take as many seconds as their id says; calls take as long as is given, and are counted. */
const seconds = (options?: TranscriberOptions & { readonly callTakes?: Duration.DurationInput }) => {
  const { callTakes = 0, ...own } = options ?? {}
  const doneAt = new Map<string, number>()
  const counts = { submitting: 0, mostSubmitting: 0, looking: 0, mostLooking: 0, mostWaiting: 0, submitted: 0 }
  const submit: TranscriptionCalls["submit"] = ({ id }) =>
    Effect.gen(function* () {
      counts.mostSubmitting = Math.max(counts.mostSubmitting, ++counts.submitting)
      yield* Effect.sleep(callTakes)
      counts.submitting--
      if (id === "bad") return yield* new GatewayBadRequest({ operation: "submitTranscription", attempts: 1 })
      doneAt.set(id, (yield* Clock.currentTimeMillis) + Number.parseFloat(id) * 1000)
      counts.submitted++
      counts.mostWaiting = Math.max(counts.mostWaiting, doneAt.size)
      return { code: "200", data: null }
    })
  const query: TranscriptionCalls["query"] = ({ id }) =>
    Effect.gen(function* () {
      counts.mostLooking = Math.max(counts.mostLooking, ++counts.looking)
      yield* Effect.sleep(callTakes)
      counts.looking--
      if (id.endsWith("odd")) return { code: "200", data: { bizId: id, status: 9 } }
      if ((yield* Clock.currentTimeMillis) < (doneAt.get(id) ?? 0))
        return { code: "200", data: { bizId: id, status: 1 } }
      doneAt.delete(id)
      return { code: "200", data: { bizId: id, status: 2, asrcResult: `It took ${id}.` } }
    })
  return { counts, transcriber: Transcriber.make({ submit, query }, own) }
}

describe("Transcriber.transcribeMany", () => {
  it.effect("gives each result with its id, in the order in which they end; a bad one harms no other", () =>
    Effect.gen(function* () {
      const { transcriber } = seconds({ pollPolicy: everySecond })
      const requests = ["9", "3", "bad", "5odd", "1"].map(requestOf)
      const all = yield* within("1 minute")(Stream.runCollect(transcriber.transcribeMany(requests)))
      const told = Chunk.toReadonlyArray(all).map(({ id, result }) => [
        id,
        Either.match(result, { onLeft: ({ _tag }) => _tag, onRight: ({ text }) => text })
      ])
      assert.deepStrictEqual(told.slice(2), [
        ["1", "It took 1."],
        ["3", "It took 3."],
        ["9", "It took 9."]
      ])
      assert.sameDeepMembers(told.slice(0, 2), [
        ["bad", "GatewayBadRequest"],
        ["5odd", "TranscriptionUnknownStatus"]
      ])
    })
  )

  it.effect("takes up requests as tasks end: no more than so many wait, submit or look at once", () =>
    Effect.gen(function* () {
      const { counts, transcriber } = seconds({ pollPolicy: everySecond, callTakes: "100 millis", looksInFlight: 3 })
      let taken = 0
      const requests = Stream.map(Stream.range(1, 24, 1), (index) => {
        taken++
        return requestOf(`5.${String(index).padStart(3, "0")}`)
      })
      const results = transcriber.transcribeMany(requests, { tasks: 12, submissions: 2 })
      const collecting = Stream.runCollect(results)
      assert.lengthOf(yield* within("10 minutes")(collecting), 24)
      assert.deepInclude(counts, { mostSubmitting: 2, mostLooking: 3, mostWaiting: 12 })
      const { counts: started, transcriber: other } = seconds({ pollPolicy: everySecond })
      yield* within("1 minute")(Stream.runHead(other.transcribeMany(requests, { tasks: 5 })))
      assert.isBelow(started.submitted, 12)
      assert.isAtMost(taken, 24 + started.submitted + 2)
    })
  )

  it("holds nothing of those whose results were taken", async () => {
    const results: Array<WeakRef<object>> = []
    const requests: Array<WeakRef<object>> = []
    const noted = <A extends object>(value: A, notes: Array<WeakRef<object>>): A => {
      notes.push(new WeakRef(value))
      return value
    }
    const transcriber = Transcriber.make({
      submit: () => Effect.succeed({ code: "200", data: null }),
      query: () =>
        Effect.sync(() => ({ code: "200", data: noted({ status: 2, asrcResult: "Done.", result: {} }, results) }))
    })
    const endless = Stream.map(Stream.range(1, Number.MAX_SAFE_INTEGER, 1), (index) =>
      noted(requestOf(String(index)), requests)
    )
    const alive = (notes: ReadonlyArray<WeakRef<object>>) => notes.filter((note) => note.deref() !== undefined).length
    const counted = await transcriber
      .transcribeMany(endless, { tasks: 10, pollPolicy: () => Effect.succeed(Duration.zero) })
      .pipe(
        Stream.drop(499),
        Stream.mapEffect(() =>
          Effect.promise(async () => {
            // What a turn of the event loop has made or read lives to its end.
            for (let turn = 0; turn < 3; turn++) {
              await setImmediate()
              collectGarbage()
            }
            return { results: alive(results), requests: alive(requests) }
          })
        ),
        Stream.runHead,
        Effect.map(Option.getOrThrow),
        Effect.runPromise
      )
    assert.isAtLeast(results.length, 500)
    assert.isBelow(counted.results, 50)
    assert.isBelow(counted.requests, 50)
  })

  it.effect("fails as the stream of the requests does", () =>
    Effect.gen(function* () {
      const { transcriber } = seconds({ pollPolicy: everySecond })
      const requests = Stream.concat(Stream.make(requestOf("1")), Stream.fail("no more"))
      const exit = yield* within("1 minute")(Effect.exit(Stream.runDrain(transcriber.transcribeMany(requests))))
      assert.deepStrictEqual(exit, Exit.fail("no more"))
    })
  )

  it.effect("tells the policy the audio's duration and the time since the submission, and sends neither", () =>
    Effect.gen(function* () {
      const looks: Array<readonly [number, number, number | undefined, boolean | undefined]> = []
      const pollPolicy: PollPolicy.PollPolicy = ({ audioSeconds, elapsed, number, startKnown }) => {
        looks.push([number, Duration.toSeconds(elapsed), audioSeconds, startKnown])
        return Effect.succeed(Duration.seconds(7))
      }
      const gateway = fakeGateway(() => json({ code: "200", data: null }))
      const waiting = Effect.flatMap(Transcriber, (it) =>
        Stream.runDrain(
          it.transcribeMany([requestOf("a")], { pollPolicy, audioSeconds: () => 42, notFoundGrace: "10 seconds" })
        )
      )
      yield* waiting.pipe(Effect.provide(Layer.orDie(gateway.layer)), within("1 minute"))
      assert.deepStrictEqual(looks, [
        [0, 0, 42, true],
        [1, 7, 42, true],
        [2, 14, 42, true],
        [3, 21, 42, true]
      ])
      assert.deepStrictEqual(gateway.received[0]?.body, requestOf("a"))
    })
  )
})

describe("the poll policy in force", () => {
  const every =
    (wait: Duration.DurationInput): PollPolicy.PollPolicy =>
    () =>
      Effect.succeed(Duration.decode(wait))

  it.effect("is the call's, else the context's, else the transcriber's", () =>
    Effect.gen(function* () {
      const { transcriber } = seconds({ pollPolicy: every("11 seconds") })
      const lasts = (effect: Effect.Effect<unknown, unknown>, time: Duration.DurationInput) =>
        Effect.zipRight(
          Effect.flip(Effect.sandbox(within(Duration.subtract(Duration.decode(time), Duration.millis(1)))(effect))),
          within(time)(effect)
        )
      const waiting = (options?: { readonly pollPolicy: PollPolicy.PollPolicy }) =>
        transcriber.transcribe(requestOf("1"), options)
      const inContext = { ...standardWait, pollPolicy: every("22 seconds") }
      yield* lasts(waiting(), "11 seconds")
      yield* lasts(Effect.provideService(waiting(), TranscriptionOptions, inContext), "22 seconds")
      const both = waiting({ pollPolicy: every("33 seconds") })
      yield* lasts(Effect.provideService(both, TranscriptionOptions, inContext), "33 seconds")
    })
  )

  it.effect("is what Gateway.layer and Gateway.layerConfig were given, and so is the number of looks in flight", () =>
    Effect.gen(function* () {
      const given = { pollPolicy: every("11 seconds"), looksInFlight: 2 }
      let [looking, most] = [0, 0]
      const gateway = fakeGateway(({ url }) =>
        url.endsWith("process")
          ? json({ code: "200", data: null })
          : (request) =>
              Effect.gen(function* () {
                most = Math.max(most, ++looking)
                yield* Effect.sleep("1 second")
                looking--
                return yield* json({ code: "200", data: { status: 2, asrcResult: "Done." } })(request)
              })
      )
      const client = Layer.succeed(HttpClient.HttpClient, gateway.client)
      const settings = { baseUrl: "https://one.test", apiKey: Redacted.make("key") }
      const layers = [
        Gateway.layer({ ...settings, ...given }),
        Gateway.layerConfig(
          { baseUrl: Config.succeed(settings.baseUrl), apiKey: Config.succeed(settings.apiKey) },
          given
        )
      ]
      for (const layer of layers) {
        ;[most, gateway.times.length] = [0, 0]
        const all = Effect.flatMap(Transcriber, ({ transcribeMany }) =>
          Stream.runDrain(transcribeMany(["a", "b", "c"].map(requestOf)))
        )
        yield* within("1 minute")(Effect.provide(all, Layer.orDie(Layer.provide(layer, client))))
        const [submitted = 0, , , first = 0, , third = 0] = gateway.times
        assert.deepStrictEqual([first - submitted, third - first, most], [11_000, 1000, 2])
      }
    })
  )

  it("is adaptive where nobody says otherwise: later tasks are first looked at when they are likely done", () => {
    const firstLooks: Array<number> = []
    let [submittedAt, looks] = [0, 0]
    const transcriber = Transcriber.make({
      submit: () =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          ;[submittedAt, looks] = [now, 0]
          return { code: "200", data: null }
        }),
      query: ({ id }) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          if (++looks === 1) firstLooks.push((now - submittedAt) / 1000)
          return { code: "200", data: { bizId: id, status: now - submittedAt < 30_000 ? 1 : 2, asrcResult: "Done." } }
        })
    })
    const tasks = Effect.replicateEffect(transcriber.transcribe(requestOf("a")), 120)
    assert.isTrue(Exit.isSuccess(inVirtualTime(Effect.withRandom(tasks, Random.make("one by one")))))
    assert.isBelow(firstLooks[0] ?? 0, 3)
    for (const first of firstLooks.slice(-3)) assert.isTrue(first > 5 && first < 33, String(first))
  })
})
