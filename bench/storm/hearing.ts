import type { HttpClientError } from "@effect/platform"
import { HttpClient } from "@effect/platform"
import { Cause, Clock, Duration, Effect, Exit, Option } from "effect"
import { readRetryAfter, unnamedPause } from "effect-model-gateway"
import type { Exchange, Interval } from "./least.js"

/** What a client met on the wire, as its HTTP client sees it. */
export interface Heard {
  /** The requests, without those that were refused a connection. */
  readonly exchanges: ReadonlyArray<Exchange>
  /** How many requests were refused a connection. */
  readonly refused: () => number
  /** The pauses that the gateway asked for: each from when it was told, to its end. */
  readonly pauses: ReadonlyArray<Interval>
  /** Listens. */
  readonly listening: (client: HttpClient.HttpClient) => HttpClient.HttpClient
}

const isRefused = (cause: Cause.Cause<HttpClientError.HttpClientError>): boolean =>
  Option.exists(Cause.failureOption(cause), (error) => /ECONNREFUSED/.test(String(error.cause)))

/** Has heard nothing yet. */
export const makeHearing = (): Heard => {
  const exchanges: Array<Exchange> = []
  const pauses: Array<Interval> = []
  let refused = 0
  return {
    exchanges,
    refused: () => refused,
    pauses,
    listening: HttpClient.transform((answer, { headers }) =>
      Effect.flatMap(Clock.currentTimeMillis, (from) =>
        Effect.onExit(answer, (exit) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            if (Exit.isFailure(exit) && isRefused(exit.cause)) refused += 1
            else exchanges.push({ job: headers["idempotency-key"] ?? "", from, to: now })
            if (Exit.isFailure(exit) || (exit.value.status !== 429 && exit.value.status !== 503)) return
            pauses.push({
              from: now,
              to: now + Duration.toMillis(readRetryAfter(exit.value.headers, now) ?? unnamedPause)
            })
          })
        )
      )
    )
  }
}
