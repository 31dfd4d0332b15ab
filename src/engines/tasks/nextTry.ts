import * as Duration from "effect/Duration"
import * as Option from "effect/Option"

/** How often a recording that was accepted could not be downloaded again, and since when. */
export interface Failures {
  readonly count: number
  /** Unit: milliseconds since 1970. */
  readonly since: number
}

/** The wait after the first failure; each is twice the one before. */
const shortest = Duration.seconds(5)

const longest = Duration.minutes(10)

/** From when on a failure counts. */
const patience = Duration.days(1)

/** How long to wait before a recording is asked for again; none where it has failed for a day. Unit: milliseconds since 1970. */
export const nextTry = ({ count, since }: Failures, now: number): Option.Option<Duration.Duration> =>
  now - since < Duration.toMillis(patience)
    ? Option.some(Duration.min(Duration.times(shortest, 2 ** (count - 1)), longest))
    : Option.none()
