import * as Url from "@effect/platform/Url"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Download, Downloader } from "../download/download.js"
import { cueText } from "./cueText.js"
import type { FoundText } from "./FoundText.js"

const kinds: ReadonlyArray<{ readonly extension: string; readonly read: (file: string) => string }> = [
  { extension: ".txt", read: (file) => file.trim() },
  { extension: ".vtt", read: cueText },
  { extension: ".srt", read: cueText }
]

/**
 * The text in the first file that has one beside a recording: for `/talks/one.flac` it asks for `/talks/one.txt`, then
 * `.vtt`, then `.srt`, each in UTF-8. A file that cannot be had counts as not there.
 */
export const textBeside = (download: Downloader, recording: URL): Effect.Effect<Option.Option<FoundText>> =>
  Effect.firstSuccessOf(
    kinds.map(({ extension, read }) =>
      Effect.map(Effect.flatMap(download(renamed(recording, extension)), decoded), read).pipe(
        Effect.filterOrFail((text) => text !== ""),
        Effect.map((text): FoundText => ({ text, source: `the ${extension} file beside the recording` }))
      )
    )
  ).pipe(Effect.option)

/** The extension of the last segment of the path replaced, or added where it has none; without the query. */
const renamed = (recording: URL, extension: string): URL =>
  Url.mutate(recording, (url) => {
    url.pathname = url.pathname.replace(/(?:\.[^./]*)?$/, extension)
    url.search = ""
  })

const decodeUtf8 = Option.liftThrowable((bytes: Uint8Array) => new TextDecoder("utf-8", { fatal: true }).decode(bytes))

/** A server that answers any path with a page sends no text of the recording. */
const decoded = ({ bytes, contentType }: Download): Option.Option<string> =>
  /^\s*text\/html/i.test(contentType) ? Option.none() : decodeUtf8(bytes)
