import type * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** The reply is larger than the client reads. Unit: bytes. */
export class ReplyTooLarge extends Data.TaggedError("ReplyTooLarge")<{ readonly limit: number }> {}

type Unread = HttpClientError.ResponseError | ReplyTooLarge

/** The text of a reply that is a success; an absent body is empty. */
export const readText = (
  response: HttpClientResponse.HttpClientResponse,
  limit: number
): Effect.Effect<string, Unread> =>
  Number(response.headers["content-length"] ?? 0) > limit
    ? new ReplyTooLarge({ limit })
    : gather(response, limit, (reading) =>
        Effect.catchIf(
          reading,
          (error) => error._tag === "ResponseError" && error.reason === "EmptyBody",
          () => Effect.void
        )
      )

/** Of the body of an error, as much is read as can tell something. Unit: bytes. */
const errorBytes = 64 * 1024

/** How long the body of an error is waited for, at the least and at the most, however much is left of the attempt. */
const errorPatience = { minimum: "100 millis", maximum: "5 seconds" } as const

/**
 * The text of a reply that is an error. Its status is known, and decides alone, so a body that breaks off, is too large or
 * does not end is read as far as it goes. `left` is what is left of the attempt.
 */
export const readErrorText =
  (response: HttpClientResponse.HttpClientResponse) =>
  (left: Duration.Duration): Effect.Effect<string> =>
    gather(response, errorBytes, (reading) =>
      Effect.ignore(Effect.timeoutOption(reading, Duration.clamp(left, errorPatience)))
    )

/** Gathers a body up to a limit, as far as `until` lets the reading go. */
const gather = <E>(
  { stream }: HttpClientResponse.HttpClientResponse,
  limit: number,
  until: (reading: Effect.Effect<unknown, Unread>) => Effect.Effect<unknown, E>
): Effect.Effect<string, E> =>
  Effect.suspend(() => {
    const decoder = new TextDecoder()
    const parts: Array<string> = []
    const take = (size: number, chunk: Uint8Array) => {
      const grown = size + chunk.byteLength
      if (grown > limit) return Effect.fail(new ReplyTooLarge({ limit }))
      parts.push(decoder.decode(chunk, { stream: true }))
      return Effect.succeed(grown)
    }
    return Effect.map(until(Stream.runFoldEffect(stream, 0, take)), () => parts.join("") + decoder.decode())
  })
