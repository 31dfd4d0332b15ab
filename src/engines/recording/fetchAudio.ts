import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Downloader } from "../download/download.js"
import { httpUrl } from "../download/httpUrl.js"
import { RecordingUnreadable } from "../download/RecordingUnreadable.js"
import type { AudioFacts } from "./readAudio.js"
import { readAudio } from "./readAudio.js"

/** An audio file as it was downloaded, and what it says of itself. */
export interface FetchedAudio {
  /** Where it was asked for. */
  readonly url: URL
  readonly bytes: Uint8Array
  readonly facts: AudioFacts
}

/** Downloads a recording and measures it. */
export const fetchAudio =
  (download: Downloader) =>
  (uri: string): Effect.Effect<FetchedAudio, RecordingUnreadable> =>
    Effect.gen(function* () {
      const url = yield* Option.match(httpUrl(uri), { onNone: () => notHttp, onSome: Effect.succeed })
      const { bytes } = yield* download(url)
      return { url, bytes, facts: yield* readAudio(bytes) }
    })

const notHttp = new RecordingUnreadable({ problem: "must be a URL that begins with http:// or https://" })

/** Ends what fetches a recording after a time. */
export const withinDownloadTime = (timeout: Duration.DurationInput) => {
  const problem = `was not downloaded within ${Duration.format(timeout)}; the engine's downloadTimeout option allows more`
  return <A>(fetching: Effect.Effect<A, RecordingUnreadable>): Effect.Effect<A, RecordingUnreadable> =>
    Effect.timeoutFail(fetching, { duration: timeout, onTimeout: () => new RecordingUnreadable({ problem }) })
}
