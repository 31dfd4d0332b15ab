import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type * as Operation from "../../schemas/Operation.js"
import { withoutRedirects } from "../http/withoutRedirects.js"
import type { Endpoint } from "./ClientOptions.js"

/** A whole reply, read to its last byte. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

/** The reply is larger than the client reads. Unit: bytes. */
export class ReplyTooLarge extends Data.TaggedError("ReplyTooLarge")<{ readonly limit: number }> {}

/** The attempt took longer than its limit. */
export class AttemptTimedOut extends Data.TaggedError("AttemptTimedOut") {}

/** Why an exchange gave no whole reply. */
export type NoReply = HttpClientError.HttpClientError | ReplyTooLarge | AttemptTimedOut

/**
 * Sends one request once and reads its whole reply, within one limit of time from connect to the last byte and one of
 * size. Redirects are not followed: they would carry the key, or an order, elsewhere.
 */
export const exchange = (
  client: HttpClient.HttpClient,
  { attemptTimeout, maxReplyBytes }: Endpoint,
  { successStatuses }: Operation.Any,
  request: HttpClientRequest.HttpClientRequest
): Effect.Effect<Reply, NoReply> =>
  HttpClient.withScope(client)
    .execute(request)
    .pipe(
      withoutRedirects,
      Effect.flatMap((response) =>
        Effect.map(readText(response, maxReplyBytes, successStatuses.includes(response.status)), (text) => ({
          status: response.status,
          headers: response.headers,
          text
        }))
      ),
      // The scope ends the connection of a reply that is given up: too large, or too late.
      Effect.scoped,
      Effect.timeoutFail({ duration: attemptTimeout, onTimeout: () => new AttemptTimedOut() })
    )

/**
 * The text of a body; an absent one is empty. Where the status is an error it decides alone, so a body that breaks off
 * or is too large is read as far as it goes.
 */
const readText = (
  response: HttpClientResponse.HttpClientResponse,
  limit: number,
  success: boolean
): Effect.Effect<string, HttpClientError.ResponseError | ReplyTooLarge> =>
  Effect.suspend(() => {
    const tooLarge = Effect.fail(new ReplyTooLarge({ limit }))
    const decoder = new TextDecoder()
    const parts: Array<string> = []
    const take = (size: number, chunk: Uint8Array) => {
      const grown = size + chunk.byteLength
      if (grown > limit) return tooLarge
      parts.push(decoder.decode(chunk, { stream: true }))
      return Effect.succeed(grown)
    }
    const announced = Number(response.headers["content-length"] ?? 0)
    const read = announced > limit ? tooLarge : Stream.runFoldEffect(response.stream, 0, take)
    return read.pipe(
      Effect.catchIf(
        (error) => !success || (error._tag === "ResponseError" && error.reason === "EmptyBody"),
        () => Effect.void
      ),
      Effect.map(() => parts.join("") + decoder.decode())
    )
  })
