/** How far a command is with its requests. */
export interface Tally {
  readonly done: number
  readonly failed: number
  /** How many of both had ended before the command began, and took no time. Default: none. */
  readonly kept?: number | undefined
  /** How many there are; undefined where that is not known before the end. */
  readonly total: number | undefined
  /** Since the command began. Unit: milliseconds. */
  readonly millis: number
}

const barWidth = 24

/** A line to be shown on a terminal while requests are under way: bar, rate, time left, failures so far. */
export const barLine = (tally: Tally): string => {
  const { done, failed, total } = tally
  if (total === undefined || total <= 1) return `${words(tally)}, ${seconds(tally.millis)}`
  const full = Math.floor((barWidth * Math.min(done + failed, total)) / total)
  return `[${"#".repeat(full)}${"-".repeat(barWidth - full)}] ${words(tally)}`
}

/** The same in words, such as `12 of 40 done, 1 failed, 3.1/s, 9 s left`. */
export const words = ({ done, failed, kept = 0, millis, total }: Tally): string => {
  const ended = done + failed
  const now = ended - kept
  const rate = millis === 0 ? 0 : (1000 * now) / millis
  return [
    total === undefined ? `${done} done` : `${done} of ${total} done`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(kept > 0 ? [`${kept} of them before`] : []),
    ...(now > 1 ? [`${rate.toFixed(rate < 9.95 ? 1 : 0)}/s`] : []),
    ...(total !== undefined && now > 0 && ended < total ? [`${seconds((1000 * (total - ended)) / rate)} left`] : [])
  ].join(", ")
}

/** What a command that is over says of its requests, such as `39 done, 1 failed in 12 s`. */
export const summary = ({ done, failed, millis }: Tally): string =>
  `${done} done${failed > 0 ? `, ${failed} failed` : ""} in ${seconds(millis)}`

const seconds = (millis: number): string => {
  const all = Math.round(millis / 1000)
  if (millis < 9_950) return `${(millis / 1000).toFixed(1)} s`
  const minutes = Math.floor(all / 60)
  if (minutes === 0) return `${all} s`
  return minutes < 60 ? `${minutes} min ${all % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
