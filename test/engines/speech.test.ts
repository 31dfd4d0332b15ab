import { createServer } from "node:http"
import { HttpServer } from "@effect/platform"
import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Redacted, Schema, TestClock } from "effect"
import { Embedder, Gateway, Transcriber } from "effect-model-gateway"
import type { SpeechRecogniser, TranscriberEngine } from "effect-model-gateway/engines"
import { Engines, SpeechNotRecognised, TranscriptionTask } from "effect-model-gateway/engines"
import { GatewayServer } from "effect-model-gateway/server"
import { recording, wav } from "./support/audio.js"
import { begun, byHand, settle, statusOf } from "./support/background.js"
import { serveFiles } from "./support/fileServer.js"
import { by, byCommand, listening, newState, program } from "./support/speech.js"
import { refusalOf, submit } from "./support/transcription.js"

const standup = serveFiles({ "/standup.flac": recording("standup.flac") })

describe("with a speech recogniser", () => {
  it.scoped("a task is completed when its text is there, whatever the speed", () =>
    Effect.gen(function* () {
      const { end, given, recogniser } = yield* byHand
      const { asked, baseUrl } = yield* standup
      yield* Effect.gen(function* () {
        yield* TestClock.setTime(Date.UTC(2031, 1, 3, 4, 5, 6))
        const { result } = yield* Transcriber
        const accepted = yield* submit(`${baseUrl}/standup.flac`)
        assert.deepInclude(accepted, { code: "200", data: null })
        yield* settle
        yield* TestClock.adjust("1 hour")
        const running = yield* result("task-1")
        assert.deepStrictEqual(running, {
          id: running.id,
          bizId: "task-1",
          status: 1,
          description: "Text from the speech recogniser.",
          asrcDesc: "transcribing",
          createTime: "2031-02-03 04:05:06",
          updateTime: "2031-02-03 04:05:06"
        })
        yield* end(0, Exit.succeed("what was heard"))
        assert.deepStrictEqual(yield* result("task-1"), {
          ...running,
          status: 2,
          asrcDesc: "completed",
          updateTime: "2031-02-03 05:05:06",
          asrcResult: { text: "what was heard", duration: 19.0890625, rate: 16_000 }
        })
      }).pipe(Effect.provide(listening(recogniser, { speed: 1_000_000 })))
      // The recording has a tag with its text; neither that nor a file beside it is looked at.
      assert.deepStrictEqual([given, asked], [[".flac"], ["/standup.flac"]])
    })
  )

  it.scoped("what is no recording is refused at once", () =>
    Effect.gen(function* () {
      const { given, recogniser } = yield* byHand
      const { baseUrl } = yield* serveFiles({ "/a.wav": "no recording" })
      const state = newState()
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* refusalOf(`${baseUrl}/a.wav`), "audio.uri is no audio file of a known format")
        assert.match(yield* refusalOf(`${baseUrl}/b.wav`), /status 404/)
      }).pipe(Effect.provide(listening(recogniser, { state })))
      assert.deepStrictEqual([yield* state.tasks.all, given], [[], []])
    })
  )

  it.scoped("listens to 2 recordings at once, the first come first, and to each id once", () =>
    Effect.gen(function* () {
      const { end, given, recogniser } = yield* byHand
      const names = ["a.w1", "b.w2", "c.w3", "d.w4"]
      const { baseUrl } = yield* serveFiles(Object.fromEntries(names.map((name) => [`/${name}`, wav(1)])))
      yield* Effect.gen(function* () {
        for (const name of [...names, ...names]) yield* submit(`${baseUrl}/${name}`, name)
        yield* settle
        assert.deepStrictEqual(given, [".w1", ".w2"])
        yield* end(1, Exit.succeed("two"))
        assert.deepStrictEqual(given, [".w1", ".w2", ".w3"])
        assert.deepStrictEqual(yield* Effect.forEach(names, statusOf), [1, 2, 1, 1])
        yield* end(0, Exit.succeed("one"))
        yield* end(2, Exit.succeed("three"))
        yield* end(3, Exit.succeed("four"))
        assert.deepStrictEqual(yield* Effect.forEach(names, statusOf), [2, 2, 2, 2])
        assert.deepStrictEqual(given, [".w1", ".w2", ".w3", ".w4"])
      }).pipe(Effect.provide(listening(recogniser)))
    })
  )

  it.scoped("listens once to an id that is submitted twice at once", () =>
    Effect.gen(function* () {
      const { given, recogniser } = yield* byHand
      const { baseUrl } = yield* standup
      yield* Effect.gen(function* () {
        yield* Effect.replicateEffect(submit(`${baseUrl}/standup.flac`), 2, { concurrency: 2 })
        yield* settle
        assert.lengthOf(given, 1)
      }).pipe(Effect.provide(listening(recogniser)))
    })
  )

  it.scoped("listens to as many as the option says", () =>
    Effect.gen(function* () {
      const { given, recogniser } = yield* byHand
      const { baseUrl } = yield* serveFiles({ "/a.wav": wav(1) })
      yield* Effect.gen(function* () {
        for (const id of ["1", "2", "3"]) yield* submit(`${baseUrl}/a.wav`, id)
        yield* settle
        assert.lengthOf(given, 1)
      }).pipe(Effect.provide(listening(recogniser, { speechConcurrency: 1 })))
    })
  )

  it.scoped("holds a few that wait, and downloads those behind again when their turn comes", () =>
    Effect.gen(function* () {
      const { end, recogniser } = yield* byHand
      const paths = ["/1.wav", "/2.wav", "/3.wav", "/4.wav", "/5.wav", "/6.wav"]
      const { asked, baseUrl } = yield* serveFiles(Object.fromEntries(paths.map((path) => [path, wav(1)])))
      yield* Effect.gen(function* () {
        for (const path of paths) {
          yield* submit(`${baseUrl}${path}`, path)
          yield* settle
        }
        for (const at of [0, 1, 2, 3]) yield* end(at, Exit.succeed("text"))
        assert.deepStrictEqual(asked, paths)
        yield* end(4, Exit.succeed("text"))
        yield* Effect.repeat(settle, { until: () => asked.length > paths.length })
        assert.deepStrictEqual(asked, [...paths, "/6.wav"])
      }).pipe(Effect.provide(listening(recogniser, { speechConcurrency: 1 })))
    })
  )

  const names: ReadonlyArray<readonly [path: string, extension: string]> = [
    ["/a%20b%27$(touch%20x)%22.wav?name=b.mp3", ".wav"],
    ["/a.OGG", ".OGG"],
    ["/a.wav;touch", ""],
    ["/a.wav/b", ""],
    ["/a.$(id)", ""],
    ["/a", ""]
  ]
  it.scoped.each(names)("names the file of %s by %j", ([path, extension]) =>
    Effect.gen(function* () {
      const { given, recogniser } = yield* byHand
      const { baseUrl } = yield* serveFiles({ [path.replace(/\?.*/, "")]: wav(1) })
      yield* Effect.zipRight(submit(`${baseUrl}${path}`), settle).pipe(Effect.provide(listening(recogniser)))
      assert.deepStrictEqual(given, [extension])
    })
  )

  it.scoped("goes on after a recogniser that broke", () =>
    Effect.gen(function* () {
      const { end, recogniser } = yield* byHand
      const { baseUrl } = yield* standup
      yield* Effect.gen(function* () {
        const { result } = yield* Transcriber
        for (const id of ["broken", "interrupted", "whole"]) yield* submit(`${baseUrl}/standup.flac`, id)
        yield* settle
        yield* end(0, Exit.die(new Error("secret-detail")))
        yield* end(1, Exit.interrupt(Fiber.id(yield* Effect.fork(Effect.void))))
        yield* end(2, Exit.succeed("text"))
        for (const id of ["broken", "interrupted"]) {
          const error = yield* Effect.flip(result(id))
          assert.deepInclude({ ...error }, { _tag: "GatewayRejected", msg: "speech was not recognised" })
        }
        assert.strictEqual(yield* statusOf("whole"), 2)
      }).pipe(Effect.provide(listening(recogniser, { speechConcurrency: 1 })))
    })
  )
})

describe("a task whose speech was not recognised", () => {
  it.scoped("is refused with what happened, and stays so", () =>
    Effect.gen(function* () {
      const { end, given, recogniser } = yield* byHand
      const { baseUrl } = yield* standup
      const failure = new SpeechNotRecognised({ command: "hark", problem: "exited with 3", said: "no model" })
      yield* Effect.gen(function* () {
        const { result } = yield* Transcriber
        yield* submit(`${baseUrl}/standup.flac`)
        yield* settle
        yield* end(0, Exit.fail(failure))
        yield* submit(`${baseUrl}/standup.flac`)
        yield* settle
        const error = yield* Effect.flip(result("task-1"))
        assert(error._tag === "GatewayRejected")
        assert.deepStrictEqual(
          [error.code, error.msg],
          ["A7", "speech was not recognised: hark exited with 3: no model"]
        )
        assert.deepInclude(error.data, { bizId: "task-1", asrcDesc: "failed", description: "No text was heard." })
        assert.notProperty(error.data, "status")
      }).pipe(Effect.provide(listening(recogniser, { speechFailed: { code: "A7" } })))
      assert.lengthOf(given, 1)
    })
  )
})

/** The services of a client, over a real socket, to the engines with a recogniser. */
const overHttp = (recogniser: Layer.Layer<SpeechRecogniser>, options?: TranscriberEngine.Options) =>
  Effect.gen(function* () {
    const apiKey = Redacted.make("sk-a-key-of-this-test")
    const served = GatewayServer.layer({ apiKey }).pipe(
      Layer.provide(Engines.layer(options)),
      Layer.provide(recogniser),
      Layer.provide(NodeHttpClient.layerUndici),
      Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
    )
    const { address } = yield* Effect.provide(HttpServer.HttpServer, yield* Layer.build(Layer.orDie(served)))
    const port = address._tag === "TcpAddress" ? address.port : 0
    return Gateway.layer({ baseUrl: `http://127.0.0.1:${port}`, apiKey }).pipe(
      Layer.provide(NodeHttpClient.layerUndici)
    )
  })

describe("over HTTP, by a program", () => {
  const size = "console.log('heard ' + fs.statSync(process.argv[1]).size + ' bytes')"

  it.scopedLive("a recording becomes what the program prints", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* standup
      const client = yield* overHttp(byCommand({ command: program(size) }))
      const { record, text } = yield* Effect.flatMap(Transcriber, ({ transcribe }) =>
        transcribe({ id: "task-1", audio: { uri: `${baseUrl}/standup.flac` } })
      ).pipe(Effect.provide(client))
      assert.strictEqual(text, `heard ${recording("standup.flac").length} bytes`)
      assert.strictEqual(record.description, "Text from the speech recogniser.")
    })
  )

  it.scopedLive("a wait ends with what the program failed with", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* standup
      const command = program("console.error('no model'); process.exit(4)")
      const client = yield* overHttp(byCommand({ command }))
      yield* Effect.gen(function* () {
        const { transcribe } = yield* Transcriber
        const error = yield* Effect.flip(transcribe({ id: "task-1", audio: { uri: `${baseUrl}/standup.flac` } }))
        assert.deepInclude(
          { ...error },
          { _tag: "GatewayRejected", code: "500", msg: "speech was not recognised: node exited with 4: no model" }
        )
        // Nothing else is the worse for it.
        yield* Effect.flatMap(Embedder, ({ embed }) => embed({ model: "any", input: "a" }))
      }).pipe(Effect.provide(client))
    })
  )
})

describe("what a state remembers", () => {
  it.scoped("is taken up again where there is no outcome, and only there", () =>
    Effect.gen(function* () {
      const { asked, baseUrl } = yield* standup
      const state = newState()
      yield* begun(state, `${baseUrl}/standup.flac`)
      assert.deepStrictEqual(yield* state.transcripts.all, [])

      const again = (text: string) =>
        Effect.gen(function* () {
          const { await: awaited } = yield* Transcriber
          const waiting = yield* Effect.fork(awaited("task-1"))
          yield* Effect.repeat(settle, { until: () => Effect.map(state.transcripts.all, (all) => all.length > 0) })
          yield* TestClock.adjust("1 minute")
          return (yield* Fiber.join(waiting)).text
        }).pipe(
          Effect.provide(
            listening(
              by(() => Effect.succeed(text)),
              { state }
            )
          )
        )
      assert.strictEqual(yield* again("second time"), "second time")
      assert.strictEqual(yield* again("third time"), "second time")
      assert.deepStrictEqual(asked, ["/standup.flac", "/standup.flac"])
    })
  )

  it.scoped("can be written as JSON", () =>
    Effect.gen(function* () {
      const state = newState()
      const { baseUrl } = yield* standup
      yield* begun(state, `${baseUrl}/standup.flac`)
      const [task] = yield* state.tasks.all
      assert.propertyVal(task, "uri", `${baseUrl}/standup.flac`)
      const written = Schema.encodeUnknownSync(Schema.parseJson(TranscriptionTask))(task)
      assert.deepStrictEqual(Schema.decodeUnknownSync(Schema.parseJson(TranscriptionTask))(written), task)
    })
  )
})
