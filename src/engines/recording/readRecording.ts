import type * as HttpClient from "@effect/platform/HttpClient"
import * as Url from "@effect/platform/Url"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { downloader } from "./download.js"
import type { FoundText } from "./FoundText.js"
import { RecordingUnreadable } from "./RecordingUnreadable.js"
import type { AudioFacts } from "./readAudio.js"
import { readAudio } from "./readAudio.js"
import { textBeside } from "./textBeside.js"

/** A recording whose text was found. */
export interface Recording extends FoundText {
  /** Unit: seconds. */
  readonly duration: number
  /** Samples in a second, where the recording tells. */
  readonly rate: number | undefined
}

/** What a download may cost. */
export interface DownloadLimits {
  /** The largest file. Unit: bytes. */
  readonly maxBytes: number
  /** The longest that the recording, and the text beside it, may take together. */
  readonly timeout: Duration.DurationInput
}

/** Downloads a recording and reads it: its length, its sample rate, and the text that is carried in it or beside it. */
export const readRecording = (
  client: HttpClient.HttpClient,
  { maxBytes, timeout }: DownloadLimits
): ((uri: string) => Effect.Effect<Recording, RecordingUnreadable>) => {
  const download = downloader(client, maxBytes)
  const tooSlow = `was not downloaded within ${Duration.format(timeout)}; the engine's downloadTimeout option allows more`
  return (uri) =>
    Effect.gen(function* () {
      const url = yield* httpUrl(uri)
      const audio = yield* Effect.flatMap(download(url), ({ bytes }) => readAudio(bytes))
      const found = yield* findText(audio, textBeside(download, url))
      return { ...found, duration: audio.duration, rate: audio.rate }
    }).pipe(Effect.timeoutFail({ duration: timeout, onTimeout: () => new RecordingUnreadable({ problem: tooSlow }) }))
}

/** Without its fragment, which some HTTP clients would send. */
const httpUrl = (uri: string): Either.Either<URL, RecordingUnreadable> =>
  Either.match(Url.fromString(uri), {
    onRight: (url) => (/^https?:$/.test(url.protocol) ? Either.right(Url.setHash(url, "")) : notHttp),
    onLeft: () => notHttp
  })

const notHttp = Either.left(new RecordingUnreadable({ problem: "must be a URL that begins with http:// or https://" }))

/** Remarks come last, for many programs leave their own name there. */
const findText = (
  { lyrics, remarks }: AudioFacts,
  beside: Effect.Effect<Option.Option<FoundText>>
): Effect.Effect<FoundText, RecordingUnreadable> =>
  Effect.gen(function* () {
    const carried = tagged(lyrics, "lyrics")
    const found = Option.isSome(carried) ? carried : Option.orElse(yield* beside, () => tagged(remarks, "comment"))
    return Option.isSome(found) ? found.value : yield* new RecordingUnreadable({ problem: noText })
  })

const tagged = (text: string, tag: string): Option.Option<FoundText> =>
  text === "" ? Option.none() : Option.some({ text, source: `the recording's ${tag} tag` })

const noText =
  "names a recording without text: the embedded engine is no speech recogniser, it reads the text carried in the file's " +
  "tags or beside it; put the text in the tag LYRICS, or in a .txt, .vtt or .srt file of the same name next to it"
