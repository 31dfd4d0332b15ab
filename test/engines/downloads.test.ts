import { FetchHttpClient } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Runtime, TestClock } from "effect"
import { EngineState, TranscriberEngine } from "effect-model-gateway/engines"
import { bareFlac, recording, wav } from "./support/audio.js"
import type { Served } from "./support/fileServer.js"
import { serveFiles } from "./support/fileServer.js"
import { refusalOf, submit, transcriber } from "./support/transcription.js"

/** What is said of a file, and what its server was asked for. */
const refusal = (served: Served | undefined, options?: TranscriberEngine.Options) =>
  Effect.gen(function* () {
    const { asked, baseUrl } = yield* serveFiles(served === undefined ? {} : { "/a.flac": served })
    const detail = yield* refusalOf(`${baseUrl}/a.flac`)
    return { detail, asked }
  }).pipe(Effect.provide(transcriber(options)))

const standup = recording("standup.flac")

const redirect =
  (location: string, status = 302): Served =>
  (response) =>
    response.writeHead(status, { location }).end()

describe("a recording's download", () => {
  it.effect.each([
    "ftp://example.com/a.flac",
    "file:///etc/hostname",
    "data:audio/flac;base64,AAAA",
    "a.flac",
    "//a",
    " "
  ])("must be over HTTP: %j", (uri) =>
    Effect.gen(function* () {
      const detail = yield* refusalOf(uri)
      assert.strictEqual(detail, "audio.uri must be a URL that begins with http:// or https://")
    }).pipe(Effect.provide(transcriber()))
  )

  it.scoped("is refused where its server refuses it", () =>
    Effect.gen(function* () {
      const { detail } = yield* refusal(undefined)
      assert.strictEqual(detail, "audio.uri could not be downloaded: its server answered with status 404")
    })
  )

  const clients = [
    ["undici", NodeHttpClient.layerUndici],
    ["node:http", NodeHttpClient.layer],
    ["fetch", FetchHttpClient.layer]
  ] as const
  it.scoped.each(clients)("follows a redirect only where it may, over %s", ([, client]) =>
    Effect.gen(function* () {
      const engine = (options?: TranscriberEngine.Options) =>
        Effect.provide(TranscriberEngine.layer(options).pipe(Layer.provide(EngineState.memory), Layer.provide(client)))
      const { asked, baseUrl } = yield* serveFiles({ "/a.flac": redirect("/b.flac"), "/b.flac": standup })
      assert.match(
        yield* engine({ audioRedirects: 0 })(refusalOf(`${baseUrl}/a.flac`)),
        /status 302; redirects are not followed/
      )
      assert.deepStrictEqual(asked, ["/a.flac"])
      yield* engine()(submit(`${baseUrl}/a.flac`))
      assert.deepStrictEqual(asked, ["/a.flac", "/a.flac", "/b.flac"])
    })
  )

  it.scoped("is followed over 3 redirects by default, and no further", () =>
    Effect.gen(function* () {
      const { asked, baseUrl } = yield* serveFiles({
        "/0.flac": redirect("1.flac", 301),
        "/1.flac": redirect("/2.flac?token=1", 303),
        "/2.flac": redirect("/in/3.flac#part", 307),
        "/in/3.flac": redirect("/4.flac", 308),
        "/4.flac": standup
      })
      assert.strictEqual(
        yield* refusalOf(`${baseUrl}/0.flac`),
        "audio.uri could not be downloaded: it was redirected more than 3 times; " +
          "the engine's audioRedirects option allows more"
      )
      assert.deepStrictEqual(asked, ["/0.flac", "/1.flac", "/2.flac?token=1", "/in/3.flac"])
      yield* submit(`${baseUrl}/1.flac`)
    }).pipe(Effect.provide(transcriber()))
  )

  it.scoped("ends where redirects go in a circle", () =>
    Effect.gen(function* () {
      const { asked, baseUrl } = yield* serveFiles({ "/a.flac": redirect("/b.flac"), "/b.flac": redirect("/a.flac") })
      assert.match(yield* refusalOf(`${baseUrl}/a.flac`), /redirected more than 3 times/)
      assert.deepStrictEqual(asked, ["/a.flac", "/b.flac", "/a.flac", "/b.flac"])
    }).pipe(Effect.provide(transcriber()))
  )

  it.scoped.each(["file:///etc/hostname", "ftp://127.0.0.1/a.flac", "http://[", "data:audio/flac;base64,AAAA"])(
    "is not redirected to %s",
    (location) =>
      Effect.gen(function* () {
        const { detail } = yield* refusal(redirect(location))
        assert.strictEqual(
          detail,
          "audio.uri could not be downloaded: it was redirected to no URL that begins with http:// or https://"
        )
      })
  )

  it.scoped("is not redirected by an answer that does not say where", () =>
    Effect.gen(function* () {
      const { detail } = yield* refusal((response) => response.writeHead(302).end())
      assert.match(detail, /its server answered with status 302/)
    })
  )

  it.scoped("has one limit of size and one of time, for redirects too", () =>
    Effect.gen(function* () {
      const runFork = Runtime.runFork(yield* Effect.runtime())
      const begun = yield* Deferred.make<void>()
      const { baseUrl } = yield* serveFiles({
        "/large.flac": redirect("/b.flac"),
        "/b.flac": standup,
        "/slow.flac": redirect("/endless.flac"),
        "/endless.flac": (response) => {
          response.write(standup.slice(0, 100), () => runFork(Deferred.succeed(begun, undefined)))
        }
      })
      assert.match(yield* refusalOf(`${baseUrl}/large.flac`), /^audio\.uri is larger than 1000 bytes/)
      const slow = yield* Effect.fork(refusalOf(`${baseUrl}/slow.flac`))
      yield* Deferred.await(begun)
      yield* TestClock.adjust("10 seconds")
      assert.match(yield* Fiber.join(slow), /^audio\.uri was not downloaded within 10s/)
    }).pipe(Effect.provide(transcriber({ maxAudioBytes: 1_000, downloadTimeout: "10 seconds" })))
  )

  it.scoped("is refused where the connection breaks, or there is none", () =>
    Effect.gen(function* () {
      const none = yield* Effect.scoped(serveFiles({}))
      assert.match(yield* refusalOf(`${none.baseUrl}/a.flac`), /could not be downloaded: there was no connection/)
      const { detail } = yield* refusal((response) => {
        response.writeHead(200, { "content-length": standup.length })
        response.write(standup.slice(0, 1_000), () => response.destroy())
      })
      assert.match(detail, /could not be downloaded: there was no connection to its server, or it broke/)
    }).pipe(Effect.provide(transcriber()))
  )

  it.scoped("may not be larger than the limit, by what its server declares", () =>
    Effect.gen(function* () {
      // The body never comes, so only the header can tell.
      const { detail } = yield* refusal(
        (response) => response.writeHead(200, { "content-length": 1_001 }).flushHeaders(),
        { maxAudioBytes: 1_000 }
      )
      assert.strictEqual(detail, "audio.uri is larger than 1000 bytes; the engine's maxAudioBytes option allows more")
    })
  )

  it.scoped("may not be larger than the limit, by what comes", () =>
    Effect.gen(function* () {
      const { detail } = yield* refusal(
        (response) => {
          // Chunked, without an end.
          response.write(standup.slice(0, 600))
          response.write(standup.slice(0, 600))
        },
        { maxAudioBytes: 1_000 }
      )
      assert.match(detail, /^audio\.uri is larger than 1000 bytes/)
    })
  )

  it.scoped("may be as large as the limit", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* serveFiles({ "/a.flac": standup })
      yield* submit(`${baseUrl}/a.flac`)
    }).pipe(Effect.provide(transcriber({ maxAudioBytes: standup.length })))
  )

  it.scoped("may not take longer than the limit, and is closed then", () =>
    Effect.gen(function* () {
      const runFork = Runtime.runFork(yield* Effect.runtime())
      const begun = yield* Deferred.make<void>()
      const closed = yield* Deferred.make<void>()
      const { baseUrl } = yield* serveFiles({
        "/a.flac": (response) => {
          response.on("close", () => runFork(Deferred.succeed(closed, undefined)))
          response.write(standup.slice(0, 1_000), () => runFork(Deferred.succeed(begun, undefined)))
        }
      })
      const refused = yield* Effect.fork(refusalOf(`${baseUrl}/a.flac`))
      yield* Deferred.await(begun)
      yield* TestClock.adjust("9999 millis")
      assert.isFalse(yield* Deferred.isDone(closed))
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(
        yield* Fiber.join(refused),
        "audio.uri was not downloaded within 10s; the engine's downloadTimeout option allows more"
      )
      yield* Deferred.await(closed)
    }).pipe(Effect.provide(transcriber({ downloadTimeout: "10 seconds" })))
  )

  const files: ReadonlyArray<readonly [string, Uint8Array | string, RegExp]> = [
    ["a text", "this is no recording", /^audio\.uri is no audio file of a known format$/],
    ["nothing", "", /^audio\.uri is no audio file of a known format$/],
    ["a picture", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), /^audio\.uri is no audio file/],
    [
      "a recording of unknown length",
      bareFlac(standup, { unknownLength: true }),
      /^audio\.uri is an audio file that does not tell its duration$/
    ],
    ["a recording of no length", wav(0), /^audio\.uri is an audio file that does not tell its duration$/]
  ]
  it.scoped.each(files)("must give a recording, not %s", ([, file, reason]) =>
    Effect.gen(function* () {
      const { asked, detail } = yield* refusal(file)
      assert.match(detail, reason)
      assert.deepStrictEqual(asked, ["/a.flac"])
    })
  )

  it.scoped("never shows the URL, which may hold a secret", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* serveFiles({})
      assert.notInclude(yield* refusalOf(`${baseUrl}/a.flac?token=s3cret`), "s3cret")
    }).pipe(Effect.provide(transcriber()))
  )
})
