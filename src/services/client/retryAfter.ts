import * as Duration from "effect/Duration"

/** How long all requests of a client pause where a 429 or 503 names no time. */
export const unnamedPause = Duration.millis(500)

/** The longest time that is read, of numbers of any length, so that it can be reckoned with. Unit: milliseconds. */
const longest = Number.MAX_SAFE_INTEGER

/**
 * The wait that a reply asks for by its header `Retry-After`: seconds, or any form of an HTTP date; of several the longest.
 * A date is measured by the reply's own `Date`, for the gateway's clock need not be right, and where it has none by `now`
 * (unit: milliseconds since 1970). A date in the past is no wait; undefined is a header that is not there or not readable.
 */
export const readRetryAfter = (
  headers: Readonly<Record<string, string | undefined>>,
  now: number
): Duration.Duration | undefined => {
  const said = dateOf(headers.date ?? "") ?? now
  const waits = (headers["retry-after"] ?? "").split(betweenValues).flatMap((value) => waitOf(value.trim(), said) ?? [])
  return waits.length === 0 ? undefined : Duration.millis(Math.min(longest, Math.max(...waits)))
}

/** A comma, but for the one behind the weekday of a date. */
const betweenValues = /(?<!day|Mon|Tue|Wed|Thu|Fri|Sat|Sun),/

const waitOf = (value: string, now: number): number | undefined => {
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000
  const date = dateOf(value)
  return date === undefined ? undefined : Math.max(0, date - now)
}

/** What `Date.parse` alone does not ask for: it takes `in 5 minutes` for a day in May, and asctime's form for local time. */
const httpDate = /^([A-Z][a-z]+, .* )(?:GMT|UTC)$/
const asctimeDate = /^([A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]?\d [\d:]+ \d{4})$/

const dateOf = (value: string): number | undefined => {
  const [, date] = httpDate.exec(value.trim()) ?? asctimeDate.exec(value.trim()) ?? []
  const instant = date === undefined ? Number.NaN : Date.parse(`${date} GMT`)
  return Number.isNaN(instant) ? undefined : instant
}
