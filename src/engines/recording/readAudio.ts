import * as Effect from "effect/Effect"
import type { IAudioMetadata } from "music-metadata"
import { parseBuffer } from "music-metadata"
import { RecordingUnreadable } from "../download/RecordingUnreadable.js"

/** What an audio file says of itself. */
export interface AudioFacts {
  /** Unit: seconds. */
  readonly duration: number
  /** Samples in a second, where the file tells. */
  readonly rate: number | undefined
  /** The text in its tags for lyrics, which hold what is sung or said; empty where there is none. */
  readonly lyrics: string
  /** The text in its tags for comments and descriptions, which may hold anything; empty where there is none. */
  readonly remarks: string
}

/** Reads an audio file by what its bytes show, for a declared media type that is wrong would give nothing in silence. */
export const readAudio = (bytes: Uint8Array): Effect.Effect<AudioFacts, RecordingUnreadable> =>
  Effect.tryPromise({
    try: () => parseBuffer(bytes, undefined, { duration: true, skipCovers: true }),
    catch: () => new RecordingUnreadable({ problem: "is no audio file of a known format" })
  }).pipe(
    Effect.filterOrFail(
      ({ format }) => format.hasAudio !== false,
      () => new RecordingUnreadable({ problem: "has no audio track" })
    ),
    Effect.flatMap((metadata) => {
      const { duration = 0, sampleRate } = metadata.format
      return duration > 0
        ? Effect.succeed({ duration, rate: sampleRate, lyrics: lyricsOf(metadata), remarks: remarksOf(metadata) })
        : new RecordingUnreadable({ problem: "is an audio file that does not tell its duration" })
    })
  )

const lyricsOf = ({ common, native }: IAudioMetadata): string =>
  firstText([
    // Frames of ID3 come without the list that the types promise.
    ...(common.lyrics ?? []).flatMap(({ syncText = [], text }) => [text, syncText.map((line) => line.text).join(" ")]),
    ...nativeTexts(native, /(^|:)(lyrics|uslt)$/i)
  ])

const remarksOf = ({ common, native }: IAudioMetadata): string =>
  firstText([
    ...(common.comment ?? []).map(({ text }) => text),
    ...(common.description ?? []),
    common.longDescription,
    ...nativeTexts(native, /(^|:)(comment|description)$/i)
  ])

/** Tags that the library hands over as they stand in the file, such as `TXXX:USLT` and Matroska's `track:LYRICS`. */
const nativeTexts = (native: IAudioMetadata["native"], name: RegExp): ReadonlyArray<unknown> =>
  Object.values(native).flatMap((tags) => tags.filter(({ id }) => name.test(id)).map(({ value }) => value))

const firstText = (candidates: ReadonlyArray<unknown>): string =>
  candidates.map((candidate) => (typeof candidate === "string" ? candidate.trim() : "")).find((text) => text !== "") ??
  ""
