import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { okStatus } from "../../schemas/statuses.js"
import { withoutRedirects } from "../../services/http/withoutRedirects.js"
import { RecordingUnreadable } from "./RecordingUnreadable.js"

/** A file as it was downloaded. */
export interface Download {
  readonly bytes: Uint8Array
  /** The `content-type` that came with it; empty where none did. */
  readonly contentType: string
}

/** Downloads files: each in one request, up to a size, and without following redirects. */
export type Downloader = (url: URL) => Effect.Effect<Download, RecordingUnreadable>

/** A downloader on an HTTP client. Unit of the limit: bytes. */
export const downloader = (client: HttpClient.HttpClient, maxBytes: number): Downloader => {
  // A stranger's server is told nothing of the caller's traces, and a download that is given up is closed at once.
  const own = client.pipe(
    HttpClient.withTracerDisabledWhen(() => true),
    HttpClient.withScope
  )
  return (url) =>
    own.execute(HttpClientRequest.get(url)).pipe(
      withoutRedirects,
      Effect.flatMap((response) => readFile(response, maxBytes)),
      Effect.scoped,
      Effect.mapError((error) => (error._tag === "RecordingUnreadable" ? error : notReached))
    )
}

const notReached = new RecordingUnreadable({
  problem: "could not be downloaded: there was no connection to its server, or it broke"
})

const readFile = (
  response: HttpClientResponse.HttpClientResponse,
  maxBytes: number
): Effect.Effect<Download, RecordingUnreadable | HttpClientError.ResponseError> => {
  const { headers, status, stream } = response
  if (status !== okStatus) {
    const hint = status >= 300 && status < 400 ? "; redirects are not followed" : ""
    return new RecordingUnreadable({
      problem: `could not be downloaded: its server answered with status ${status}${hint}`
    })
  }
  const tooLarge = new RecordingUnreadable({
    problem: `is larger than ${maxBytes} bytes; the engine's maxAudioBytes option allows more`
  })
  if (Number(headers["content-length"] ?? 0) > maxBytes) return tooLarge
  return stream.pipe(
    Stream.mapAccumEffect(0, (size, chunk) => {
      const grown = size + chunk.byteLength
      return grown > maxBytes ? tooLarge : Effect.succeed([grown, chunk] as const)
    }),
    Stream.runCollect,
    Effect.map((chunks) => ({ bytes: joined([...chunks]), contentType: headers["content-type"] ?? "" }))
  )
}

const joined = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}
