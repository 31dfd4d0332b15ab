/**
 * An instant in the specification's form of a local date-time, `YYYY-MM-DD HH:MM:SS`. The specification names no time
 * zone; the engines' is UTC. Unit of the instant: milliseconds since 1970.
 */
export const localDateTime = (instant: number): string =>
  new Date(instant).toISOString().slice(0, "YYYY-MM-DD HH:MM:SS".length).replace("T", " ")
