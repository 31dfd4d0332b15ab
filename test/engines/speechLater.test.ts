import { assert, describe, it } from "@effect/vitest"
import type { Layer } from "effect"
import { Chunk, Clock, Effect, Exit, TestClock } from "effect"
import { Transcriber } from "effect-model-gateway"
import type { EngineState, SpeechRecogniser } from "effect-model-gateway/engines"
import { recording } from "./support/audio.js"
import { begun, byHand, settle, statusOf } from "./support/background.js"
import { serveFiles } from "./support/fileServer.js"
import { by, listening, newState } from "./support/speech.js"
import { submit } from "./support/transcription.js"

const sound = recording("standup.flac")

/** What a server does with a request for the recording. */
type Doing = "sends" | "fails" | "hangs"

interface World {
  readonly state: typeof EngineState.Service
  readonly server: { doing: Doing }
  readonly asked: ReadonlyArray<string>
  /** A recording that is there all the time. */
  readonly other: string
}

/** An engine that takes up `task-1` at its start, while the server has not got its recording. It listens to one at once. */
const whileGone = <A, E>(
  recogniser: Layer.Layer<SpeechRecogniser>,
  test: (world: World) => Effect.Effect<A, E, Transcriber>
) =>
  Effect.gen(function* () {
    const server: World["server"] = { doing: "sends" }
    const { asked, baseUrl } = yield* serveFiles({
      "/standup.flac": (response) => {
        if (server.doing === "sends") response.end(sound)
        if (server.doing === "fails") response.writeHead(502).end()
      },
      "/other.ogg": sound
    })
    const state = newState()
    yield* begun(state, `${baseUrl}/standup.flac`)
    server.doing = "fails"
    return yield* Effect.provide(
      test({ state, server, asked, other: `${baseUrl}/other.ogg` }),
      listening(recogniser, { state, speechConcurrency: 1, resubmission: "overwrite" })
    )
  })

/** The engine has put a recording off for so long. */
const putOff = (seconds: number) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.repeat(settle, {
      until: () =>
        Effect.map(
          TestClock.sleeps(),
          Chunk.some((until) => until === now + seconds * 1_000)
        )
    })
  )

const until = (id: string, wanted: number) =>
  Effect.repeat(settle, { until: () => Effect.map(statusOf(id), (status) => status === wanted) })

const heard = by(() => Effect.succeed("text"))

describe("a recording that was accepted, and cannot be had for now", () => {
  it.scoped("is asked for again after longer and longer waits, and then is heard", () =>
    whileGone(heard, ({ asked, server, state }) =>
      Effect.gen(function* () {
        let tries = 2
        for (const seconds of [5, 10, 20, 40, 80, 160, 320, 600, 600]) {
          yield* putOff(seconds)
          assert.lengthOf(asked, tries++)
          assert.deepStrictEqual(yield* state.transcripts.all, [])
          assert.strictEqual(yield* statusOf("task-1"), 1)
          yield* TestClock.adjust(`${seconds} seconds`)
        }
        yield* putOff(600)
        server.doing = "sends"
        yield* TestClock.adjust("10 minutes")
        yield* until("task-1", 2)
      })
    )
  )

  it.scoped("has failed where it cannot be had for a day", () =>
    whileGone(heard, ({ state }) =>
      Effect.gen(function* () {
        const { result } = yield* Transcriber
        for (const seconds of [5, 10, 20, 40, 80, 160, 320, ...new Array<number>(143).fill(600)]) {
          yield* putOff(seconds)
          assert.deepStrictEqual(yield* state.transcripts.all, [])
          yield* TestClock.adjust(`${seconds} seconds`)
        }
        yield* Effect.repeat(settle, { until: () => Effect.map(state.transcripts.all, (all) => all.length > 0) })
        const error = yield* Effect.flip(result("task-1"))
        assert(error._tag === "GatewayRejected")
        assert.strictEqual(error.msg, "audio.uri could not be downloaded: its server answered with status 502")
      })
    )
  )

  it.scoped("keeps nobody waiting while its server does not answer", () =>
    whileGone(heard, ({ asked, other, server }) =>
      Effect.gen(function* () {
        yield* putOff(5)
        server.doing = "hangs"
        yield* TestClock.adjust("5 seconds")
        yield* Effect.repeat(settle, { until: () => asked.length === 3 })
        yield* submit(other, "other")
        yield* until("other", 2)
        assert.strictEqual(yield* statusOf("task-1"), 1)
      })
    )
  )

  it.scoped("is not asked for again once another task has its id", () =>
    whileGone(heard, ({ asked, other }) =>
      Effect.gen(function* () {
        yield* putOff(5)
        yield* submit(other)
        yield* until("task-1", 2)
        yield* TestClock.adjust("5 seconds")
        yield* Effect.repeat(settle, { until: () => asked.length === 4 })
        yield* Effect.replicateEffect(settle, 5)
        yield* TestClock.adjust("1 day")
        yield* Effect.replicateEffect(settle, 5)
        assert.deepStrictEqual(asked, ["/standup.flac", "/standup.flac", "/other.ogg", "/standup.flac"])
      })
    )
  )

  it.scoped("waits its turn once it is there", () =>
    Effect.gen(function* () {
      const { end, given, recogniser } = yield* byHand
      yield* whileGone(recogniser, ({ asked, other, server }) =>
        Effect.gen(function* () {
          yield* putOff(5)
          yield* submit(other, "other")
          yield* Effect.repeat(settle, { until: () => given.length === 1 })
          server.doing = "sends"
          yield* TestClock.adjust("5 seconds")
          yield* Effect.repeat(settle, { until: () => asked.length === 4 })
          yield* Effect.replicateEffect(settle, 5)
          assert.deepStrictEqual(given, [".ogg"])
          yield* end(0, Exit.succeed("other"))
          yield* Effect.repeat(settle, { until: () => given.length === 2 })
          yield* end(1, Exit.succeed("text"))
          yield* until("task-1", 2)
        })
      )
    })
  )
})
