import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Downloader } from "../download/download.js"
import { RecordingUnreadable } from "../download/RecordingUnreadable.js"
import type { FoundText } from "./FoundText.js"
import { fetchAudio } from "./fetchAudio.js"
import type { AudioFacts } from "./readAudio.js"
import { textBeside } from "./textBeside.js"

/** A recording whose text was found. */
export interface Recording extends FoundText {
  /** Unit: seconds. */
  readonly duration: number
  /** Samples in a second, where the recording tells. */
  readonly rate: number | undefined
}

/** Downloads a recording and reads it: its length, its sample rate, and the text that is carried in it or beside it. */
export const readRecording =
  (download: Downloader) =>
  (uri: string): Effect.Effect<Recording, RecordingUnreadable> =>
    Effect.gen(function* () {
      const { facts, url } = yield* fetchAudio(download)(uri)
      const found = yield* findText(facts, textBeside(download, url))
      return { ...found, duration: facts.duration, rate: facts.rate }
    })

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
  "names a recording without text: no speech recogniser is set up, so the text is what is carried in the file's tags or " +
  "beside it; put the text in the tag LYRICS, or in a .txt, .vtt or .srt file of the same name next to it"
