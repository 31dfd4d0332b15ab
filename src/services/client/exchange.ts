import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Operation from "../../schemas/Operation.js"
import * as Timer from "../../steps/Timer.js"
import { withoutRedirects } from "../http/withoutRedirects.js"
import type { Endpoint } from "./ClientOptions.js"
import type { ReplyTooLarge } from "./readBody.js"
import { readErrorText, readText } from "./readBody.js"

/** A whole reply, read to its last byte. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

/** The attempt took longer than its limit. */
export class AttemptTimedOut extends Data.TaggedError("AttemptTimedOut") {}

/** Why an exchange gave no whole reply. */
export type NoReply = HttpClientError.HttpClientError | ReplyTooLarge | AttemptTimedOut

/**
 * Sends one request once and reads its whole reply, within one limit of time from connect to the last byte and one of
 * size. A status that is no success decides alone, so from then on the limit cannot hide it. Redirects are not followed: they
 * would carry the key, or an order, elsewhere.
 */
export const exchange = (
  client: HttpClient.HttpClient,
  { attemptTimeout, maxReplyBytes }: Endpoint,
  { successStatuses }: Operation.Any,
  request: HttpClientRequest.HttpClientRequest
): Effect.Effect<Reply, NoReply> =>
  Effect.flatMap(Clock.currentTimeMillis, (startedAt) =>
    HttpClient.withScope(client)
      .execute(request)
      .pipe(
        withoutRedirects,
        Effect.flatMap((response) => {
          const { headers, status } = response
          const toReply = Effect.map((text: string): Reply => ({ status, headers, text }))
          return successStatuses.includes(status)
            ? Effect.map(toReply(readText(response, maxReplyBytes)), Effect.succeed)
            : Effect.succeed(toReply(Effect.flatMap(leftOf(attemptTimeout, startedAt), readErrorText(response))))
        }),
        Timer.timeoutFail(attemptTimeout, () => new AttemptTimedOut()),
        Effect.flatten,
        // The scope ends the connection of a reply that is given up: too large, or too late.
        Effect.scoped
      )
  )

const leftOf = (limit: Duration.Duration, startedAt: number): Effect.Effect<Duration.Duration> =>
  Effect.map(Clock.currentTimeMillis, (now) => Duration.subtract(limit, Duration.millis(now - startedAt)))
