import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { okStatus } from "../../schemas/statuses.js"
import { withoutRedirects } from "../../services/http/withoutRedirects.js"
import { boundedBytes } from "../boundedBytes.js"
import { AddressRefused } from "./AddressRefused.js"
import { RecordingUnreadable } from "./RecordingUnreadable.js"
import { redirection, target } from "./redirect.js"

/** A file as it was downloaded. */
export interface Download {
  readonly bytes: Uint8Array
  /** The `content-type` that came with it; empty where none did. */
  readonly contentType: string
}

/** Downloads files, each up to a size. */
export type Downloader = (url: URL) => Effect.Effect<Download, RecordingUnreadable>

/** What a downloader does at the most for a file. */
export interface DownloadBounds {
  /** The largest file. Unit: bytes. */
  readonly maxBytes: number
  /** How many redirects are followed, one after the other. */
  readonly redirects: number
}

/** A file, or where it is to be asked for instead. */
type Answer = Either.Either<Download, URL>

/**
 * A downloader on an HTTP client. It follows redirects itself, so that each is a request of its own, and the client sees
 * every address.
 */
export const downloader = (client: HttpClient.HttpClient, { maxBytes, redirects }: DownloadBounds): Downloader => {
  // A stranger's server is told nothing of the caller's traces, and a download that is given up is closed at once.
  const own = client.pipe(
    HttpClient.withTracerDisabledWhen(() => true),
    HttpClient.withScope
  )
  const ask = (url: URL, followed: number): Effect.Effect<Answer, RecordingUnreadable> =>
    own.execute(HttpClientRequest.get(url)).pipe(
      withoutRedirects,
      Effect.flatMap((response): Effect.Effect<Answer, RecordingUnreadable | HttpClientError.ResponseError> => {
        const location = redirects > 0 ? redirection(response) : Option.none()
        return Option.isSome(location)
          ? Effect.map(target(location.value, url, { followed, limit: redirects }), Either.left)
          : Effect.map(readFile(response, maxBytes), Either.right)
      }),
      Effect.scoped,
      Effect.mapError((error) => (error._tag === "RecordingUnreadable" ? error : notReached(error, followed)))
    )
  const follow = (url: URL, followed: number): Effect.Effect<Download, RecordingUnreadable> =>
    Effect.flatMap(
      ask(url, followed),
      Either.match({ onLeft: (next) => follow(next, followed + 1), onRight: Effect.succeed })
    )
  return (url) => follow(url, 0)
}

const notReached = (error: HttpClientError.HttpClientError, followed: number): RecordingUnreadable =>
  new RecordingUnreadable({
    problem: Option.match(addressRefused(error), {
      onNone: () => "could not be downloaded: there was no connection to its server, or it broke",
      onSome: ({ message }) => `${followed === 0 ? "names" : "was redirected to"} ${message}`
    })
  })

/** The refused address that an error came of, looked for along its causes. */
const addressRefused = (error: unknown, depth = 0): Option.Option<AddressRefused> => {
  if (error instanceof AddressRefused) return Option.some(error)
  return error instanceof Error && depth < 10 ? addressRefused(error.cause, depth + 1) : Option.none()
}

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
  return Effect.map(stream.pipe(boundedBytes(maxBytes, tooLarge)), (bytes) => ({
    bytes,
    contentType: headers["content-type"] ?? ""
  }))
}
