import { HttpClient } from "@effect/platform"
import { Clock, Duration, Effect } from "effect"
import { readRetryAfter, unnamedPause } from "effect-model-gateway"
import type { Interval } from "./least.js"

/** What a client met on the wire, as its HTTP client sees it. */
export interface Heard {
  /** When each request was answered, or broke off; without those that were refused a connection. */
  readonly answers: ReadonlyArray<number>
  /** How many requests were refused a connection. */
  readonly refused: () => number
  /** The pauses that the gateway asked for: each from when it was told, to its end. */
  readonly pauses: ReadonlyArray<Interval>
  /** Listens. */
  readonly listening: (client: HttpClient.HttpClient) => HttpClient.HttpClient
}

/** Has heard nothing yet. */
export const makeHearing = (): Heard => {
  const answers: Array<number> = []
  const pauses: Array<Interval> = []
  let refused = 0
  return {
    answers,
    refused: () => refused,
    pauses,
    listening: (client) =>
      client.pipe(
        HttpClient.tap(({ headers, status }) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            answers.push(now)
            if (status !== 429 && status !== 503) return
            pauses.push({ from: now, to: now + Duration.toMillis(readRetryAfter(headers, now) ?? unnamedPause) })
          })
        ),
        HttpClient.tapError((error) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            if (/ECONNREFUSED/.test(String(error.cause))) refused += 1
            else answers.push(now)
          })
        )
      )
  }
}
