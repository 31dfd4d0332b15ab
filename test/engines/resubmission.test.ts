import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Schedule, TestClock } from "effect"
import { Transcriber } from "effect-model-gateway"
import { DataDirectory } from "effect-model-gateway/embedded"
import type { SpeechRecogniser } from "effect-model-gateway/engines"
import { EngineState, TranscriberEngine } from "effect-model-gateway/engines"
import { directory } from "../embedded/data/support/directories.js"
import { started } from "../embedded/support/gateway.js"
import { json } from "../server/support/http.js"
import { recording, wav } from "./support/audio.js"
import { serveFiles } from "./support/fileServer.js"
import { by } from "./support/speech.js"
import { submit } from "./support/transcription.js"

const recordings = serveFiles({
  "/one.wav": wav(1, "the first"),
  "/two.wav": wav(1, "the second"),
  "/none.txt": new TextEncoder().encode("no recording"),
  "/long.flac": recording("standup.flac")
})

/** One life of an engine. */
const life = (
  state: Layer.Layer<EngineState, unknown>,
  options: TranscriberEngine.Options,
  recogniser: Layer.Layer<SpeechRecogniser> | Layer.Layer<never> = Layer.empty
) =>
  Effect.provide(
    TranscriberEngine.layer(options).pipe(
      Layer.provide(recogniser),
      Layer.provide(Layer.orDie(state)),
      Layer.provide(NodeHttpClient.layerUndici)
    )
  )

const look = Effect.flatMap(Transcriber, ({ result }) => result("task-1"))

const textNow = Effect.map(look, ({ asrcResult }) => Object(asrcResult).text)

const inMemory = Layer.memoize(EngineState.memory)
const inDirectory = Effect.map(directory, DataDirectory.layer)

describe.each([
  ["in memory", inMemory],
  ["in a directory", inDirectory]
] as const)("an id that is submitted again, %s", (_, made) => {
  it.scoped("keeps its first task, without a download: replay, the default", () =>
    Effect.gen(function* () {
      const state = yield* made
      const { asked, baseUrl } = yield* recordings
      const first = yield* Effect.zipRight(submit(`${baseUrl}/one.wav`), look).pipe(life(state, {}))
      const again = yield* submit(`${baseUrl}/two.wav`).pipe(life(state, { resubmission: "replay" }))
      assert.deepInclude(again, { code: "200", data: null })
      yield* TestClock.adjust("1 second")
      const { id } = yield* look.pipe(life(state, {}))
      assert.strictEqual(id, first.id)
      assert.strictEqual(yield* textNow.pipe(life(state, {})), "the first")
      assert.notInclude(asked, "/two.wav")
    })
  )

  it.scoped("is refused by the envelope: reject", () =>
    Effect.gen(function* () {
      const state = yield* made
      const { baseUrl } = yield* recordings
      const reject = { resubmission: "reject" } as const
      yield* submit(`${baseUrl}/one.wav`).pipe(life(state, reject))
      const refused = yield* Effect.flip(submit(`${baseUrl}/two.wav`).pipe(life(state, reject)))
      assert.deepInclude(
        { ...refused },
        { _tag: "GatewayRejected", code: "409", msg: "the id has been submitted already", data: null }
      )
      const idTaken = { code: "7", msg: "taken" }
      const own = yield* Effect.flip(submit(`${baseUrl}/two.wav`).pipe(life(state, { ...reject, idTaken })))
      assert.deepInclude({ ...own }, idTaken)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* textNow.pipe(life(state, reject)), "the first")
    })
  )

  it.scoped("is refused to one of two that come at once: reject", () =>
    Effect.gen(function* () {
      const state = yield* made
      const { baseUrl } = yield* recordings
      const both = [submit(`${baseUrl}/one.wav`), submit(`${baseUrl}/two.wav`)].map(Effect.option)
      const ends = yield* Effect.all(both, { concurrency: 2 }).pipe(life(state, { resubmission: "reject" }))
      assert.sameMembers(
        ends.map(({ _tag }) => _tag),
        ["Some", "None"]
      )
    })
  )

  it.scoped("stands for the new task, unless its recording is no good: overwrite", () =>
    Effect.gen(function* () {
      const state = yield* made
      const { baseUrl } = yield* recordings
      const overwrite = { resubmission: "overwrite" } as const
      yield* submit(`${baseUrl}/one.wav`).pipe(life(state, overwrite))
      yield* submit(`${baseUrl}/long.flac`, "task-2").pipe(life(state, overwrite))
      yield* TestClock.adjust("1 second")
      const before = yield* look.pipe(life(state, overwrite))
      assert.strictEqual(before.status, 2)
      assert.strictEqual(
        (yield* Effect.flip(submit(`${baseUrl}/none.txt`).pipe(life(state, overwrite))))._tag,
        "GatewayBadRequest"
      )
      assert.deepStrictEqual(yield* look.pipe(life(state, overwrite)), before)

      assert.deepInclude(yield* submit(`${baseUrl}/two.wav`).pipe(life(state, overwrite)), { code: "200", data: null })
      const after = yield* look.pipe(life(state, overwrite))
      assert.strictEqual(after.status, 1)
      assert.notStrictEqual(after.id, before.id)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* textNow.pipe(life(state, overwrite)), "the second")
      // It is the newest now.
      const kept = yield* EngineState.pipe(
        Effect.flatMap(({ tasks }) => Effect.all([tasks.all, tasks.newest(1)])),
        Effect.provide(Layer.orDie(state))
      )
      assert.deepStrictEqual(
        kept.map((tasks) => tasks.map(({ bizId }) => bizId)),
        [["task-2", "task-1"], ["task-1"]]
      )
    })
  )

  it.scopedLive("is not told what is heard of the task that it stood for: overwrite", () =>
    Effect.gen(function* () {
      const state = yield* made
      const { baseUrl } = yield* recordings
      const [long, short] = yield* Effect.all([Deferred.make<string>(), Deferred.make<string>()])
      const recogniser = by((extension) => Deferred.await(extension === ".flac" ? long : short))
      const heard = textNow.pipe(
        Effect.filterOrFail((text) => text !== undefined),
        Effect.retry(Schedule.spaced("10 millis"))
      )
      yield* Effect.gen(function* () {
        yield* submit(`${baseUrl}/long.flac`)
        yield* submit(`${baseUrl}/one.wav`)
        yield* Deferred.succeed(long, "of the first task")
        yield* Effect.sleep("50 millis")
        assert.strictEqual((yield* look).status, 1)
        yield* Deferred.succeed(short, "of the second task")
        assert.strictEqual(yield* heard, "of the second task")
        yield* submit(`${baseUrl}/long.flac`)
        assert.strictEqual(yield* heard, "of the first task")
      }).pipe(life(state, { resubmission: "overwrite" }, recogniser))
    })
  )
})

it.scopedLive("an embedded gateway says no in a 200: reject", () =>
  Effect.gen(function* () {
    const { baseUrl } = yield* recordings
    const gateway = yield* started({ resubmission: "reject" })
    const body = JSON.stringify({ id: "task-1", audio: { uri: `${baseUrl}/one.wav` } })
    const sent = gateway.send({ path: "/tk/v1/speech/async/process", body })
    assert.deepInclude(json(yield* sent), { code: "200" })
    const again = yield* sent
    assert.strictEqual(again.status, 200)
    assert.deepInclude(json(again), { code: "409", msg: "the id has been submitted already", data: null })
  })
)
