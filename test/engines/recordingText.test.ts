import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { Transcriber } from "effect-model-gateway"
import { bareFlac, mp3, recording, text, wav } from "./support/audio.js"
import type { Served } from "./support/fileServer.js"
import { serveFiles } from "./support/fileServer.js"
import { refusalOf, submit, transcriber } from "./support/transcription.js"

/** The transcript of a recording that is served at a path, where its text came from, and what was asked for. */
const heard = (files: Readonly<Record<string, Served>>, path: string) =>
  Effect.gen(function* () {
    const { asked, baseUrl } = yield* serveFiles(files)
    const { await: awaited } = yield* Transcriber
    yield* submit(`${baseUrl}${path}`)
    yield* TestClock.adjust("1 hour")
    const { record, text } = yield* awaited("task-1")
    return { text, description: record.description, asked }
  }).pipe(Effect.provide(transcriber()))

const bare = bareFlac(recording("standup.flac"))
const long = "The order queue filled up again last night."

describe("the text of a recording", () => {
  it.scoped.each(["standup.flac", "sourdough.flac", "refund-policy.opus", "harbour-tour.opus"])(
    "is read from the lyrics tag of %s, without another request",
    (name) =>
      Effect.gen(function* () {
        const found = yield* heard({ [`/${name}`]: recording(name) }, `/${name}`)
        assert.deepStrictEqual(found, {
          text: text(`texts/${name.replace(/\.\w+$/, "")}.txt`),
          description: "Text from the recording's lyrics tag.",
          asked: [`/${name}`]
        })
      })
  )

  it.scoped("is read from ID3 lyrics", () =>
    Effect.map(heard({ "/a.mp3": mp3(100, long) }, "/a.mp3"), (found) => assert.strictEqual(found.text, long))
  )

  it.scoped("is read from a .txt file beside it", () =>
    Effect.gen(function* () {
      const files = { "/in%20town/a.b.flac": bare, "/in%20town/a.b.txt": `\ufeff${long}\n` }
      const found = yield* heard(files, "/in%20town/a.b.flac?token=1#top")
      assert.deepStrictEqual(found, {
        text: long,
        description: "Text from the .txt file beside the recording.",
        asked: ["/in%20town/a.b.flac?token=1", "/in%20town/a.b.txt"]
      })
    })
  )

  it.scoped("is read from a .vtt file beside it", () =>
    Effect.gen(function* () {
      const found = yield* heard({ "/a.flac": bare, "/a.vtt": recording("harbour-tour.vtt") }, "/a.flac")
      assert.deepStrictEqual(found, {
        text: text("texts/harbour-tour.txt"),
        description: "Text from the .vtt file beside the recording.",
        asked: ["/a.flac", "/a.txt", "/a.vtt"]
      })
    })
  )

  it.scoped("is read from a .srt file beside it", () =>
    Effect.gen(function* () {
      const srt =
        "1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>One.</i>\r\nTwo.\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n3"
      const found = yield* heard({ "/a": wav(1), "/a.srt": srt }, "/a")
      assert.deepStrictEqual(found, {
        text: "One. Two. 3",
        description: "Text from the .srt file beside the recording.",
        asked: ["/a", "/a.txt", "/a.vtt", "/a.srt"]
      })
    })
  )

  it.scoped("is the speech of the cues alone", () =>
    Effect.gen(function* () {
      const vtt = [
        "WEBVTT - a title",
        "STYLE\n::cue { color: lime }",
        "NOTE a note",
        "intro\n00:01.000 --> 00:02.000 align:start\n<v Ann>Fish &amp; chips &lt;3</v>\n&constructor;",
        "00:00:03.000 --> 00:00:04.000\n  and <00:00:03.500>peas  ",
        "00:00:05.000 --> 00:00:06.000"
      ].join("\n\n")
      const found = yield* heard({ "/a.flac": bare, "/a.vtt": vtt }, "/a.flac")
      assert.strictEqual(found.text, "Fish & chips <3 &constructor; and peas")
    })
  )

  it.scoped("is not a page, an empty file or bytes that are no text, though they are there", () =>
    Effect.gen(function* () {
      const page: Served = (response) =>
        response.setHeader("content-type", "text/html; charset=utf-8").end("<!-- 1 --> <p>Not found</p>")
      const found = yield* heard(
        { "/a.flac": bare, "/a.txt": page, "/a.vtt": "WEBVTT\n\n", "/a.srt": srtOf(long) },
        "/a.flac"
      )
      assert.strictEqual(found.text, long)
      const other = yield* heard(
        { "/a.flac": bare, "/a.txt": new Uint8Array([0xff, 0xfe, 0x41]), "/a.srt": srtOf(long) },
        "/a.flac"
      )
      assert.strictEqual(other.text, long)
    })
  )

  it.scoped("is a comment only where there is no other, for programs leave their name there", () =>
    Effect.gen(function* () {
      const commented = wav(1, "Made by a program")
      const beside = yield* heard({ "/a.wav": commented, "/a.srt": srtOf(long) }, "/a.wav")
      assert.strictEqual(beside.text, long)
      const alone = yield* heard({ "/a.wav": commented }, "/a.wav")
      assert.strictEqual(alone.text, "Made by a program")
      assert.strictEqual(alone.description, "Text from the recording's comment tag.")
    })
  )

  it.scoped("must be there", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* serveFiles({ "/a.wav": wav(1), "/a.txt": " \n" })
      assert.match(
        yield* refusalOf(`${baseUrl}/a.wav`),
        /^audio\.uri names a recording without text: no speech recogniser is set up.* carried in the file's tags or beside it/
      )
    }).pipe(Effect.provide(transcriber()))
  )
})

const srtOf = (line: string): string => `1\n00:00:01,000 --> 00:00:02,000\n${line}\n`
