import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { httpUrl } from "./httpUrl.js"
import { RecordingUnreadable } from "./RecordingUnreadable.js"

const statuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Where a response sends on to, as its server says it. */
export const redirection = ({ headers, status }: HttpClientResponse.HttpClientResponse): Option.Option<string> =>
  statuses.has(status) ? Option.fromNullable(headers.location) : Option.none()

/** The URL that a redirect leads to, where another may be followed. */
export const target = (
  location: string,
  from: URL,
  { followed, limit }: { readonly followed: number; readonly limit: number }
): Effect.Effect<URL, RecordingUnreadable> => {
  if (followed >= limit) {
    return new RecordingUnreadable({
      problem: `could not be downloaded: it was redirected more than ${limit} times; the engine's audioRedirects option allows more`
    })
  }
  return Effect.mapError(httpUrl(location, from), () => new RecordingUnreadable({ problem: notHttp }))
}

const notHttp = "could not be downloaded: it was redirected to no URL that begins with http:// or https://"
