import * as DateTime from "effect/DateTime"

/** An instant in UTC, to the second: `2026-11-20 22:04:05`. */
export const instant = (at: DateTime.Utc): string => DateTime.formatIso(at).slice(0, 19).replace("T", " ")

/** Instants of a run, by the milliseconds since it began: with the day only where it did not end on the same. */
export const instantIn = (from: DateTime.Utc, to: DateTime.Utc): ((at: number) => string) => {
  const isOneDay = instant(from).slice(0, 10) === instant(to).slice(0, 10)
  return (at) => instant(DateTime.add(from, { millis: at })).slice(isOneDay ? 11 : 0)
}
