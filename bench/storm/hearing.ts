import type { HttpClientError } from "@effect/platform"
import { HttpClient } from "@effect/platform"
import { Cause, Clock, Effect, Exit, Option } from "effect"
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

/** What a gateway that names no time asks for, by the client's documentation. Unit: milliseconds. */
const unnamed = 500

/** `Retry-After` in both its forms. Unit: milliseconds. */
const pauseOf = (header: string | undefined, now: number): number => {
  if (header === undefined) return unnamed
  return Number.isNaN(Number(header)) ? Math.max(0, Date.parse(header) - now) : Number(header) * 1_000
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
            pauses.push({ from: now, to: now + pauseOf(exit.value.headers["retry-after"], now) })
          })
        )
      )
    )
  }
}
