import type { DoneRate } from "./DoneRate.js"
import { binOf, bins, hazard } from "./DoneRate.js"

/** What a look is planned by. Times are in the unit of the rate. */
export interface Plan {
  readonly rate: DoneRate
  /** Whether it is known when the task began; if not, `elapsed` is since the wait began. */
  readonly startKnown: boolean
  /** The task is not done yet at this time. */
  readonly elapsed: number
  /** How many looks a whole task shall have, on average. */
  readonly looks: number
  /** How far on to look: 1 is the next look, 1.1 a tenth of an interval later. */
  readonly steps: number
}

/**
 * When to look next, as the time of the task.
 *
 * Looks at the rate l(t) have a mean delay of the integral of f / 2l, and as many looks as the integral of l S, where f is
 * the density of the time at which a task is done and S the share of those that are not done yet. For a given number of
 * looks the delay is least where the derivative f / 2l^2 is everywhere the same multiple of S: where l is proportional to
 * sqrt(f / S), the square root of the hazard rate. So the next look comes where that has grown by one look.
 */
export const nextLook = ({ elapsed, looks, rate, startKnown, steps }: Plan): number => {
  const hazards = bins.map((_, bin) => hazard(rate, bin))
  const paces = (startKnown ? hazards : ofUnknownAge(hazards)).map(Math.sqrt)
  let missing = (steps * looksAtPace(paces)) / looks
  let at = elapsed
  for (let bin = binOf(elapsed); bin < bins.length; bin++) {
    const pace = paces[bin] ?? 0
    const { to } = bins[bin] ?? { to: 0 }
    const room = pace * Math.max(0, to - at)
    if (room >= missing) return at + missing / pace
    missing -= room
    at = Math.max(at, to)
  }
  return Number.POSITIVE_INFINITY
}

/** How many looks a task has at a pace: its integral over those not done yet. */
const looksAtPace = (paces: ReadonlyArray<number>): number => {
  const lived = livedIn(paces.map((pace) => pace ** 2))
  return paces.reduce((sum, pace, bin) => sum + pace * (lived[bin] ?? 0), 0)
}

/** The mean time that a task spends in each bin, at these hazard rates. */
const livedIn = (hazards: ReadonlyArray<number>): ReadonlyArray<number> => {
  let survival = 1
  return hazards.map((rate, bin) => {
    const { from, to } = bins[bin] ?? { from: 0, to: 0 }
    const done = survival * -Math.expm1(-rate * (to - from))
    survival -= done
    return rate > 0 ? done / rate : survival * (to - from)
  })
}

/**
 * The hazard rates of a task that is met at an unknown age: S(t) over the integral of S from t on, as renewal theory has
 * it. The task may also have begun just now, so the higher rate of both readings goes.
 */
const ofUnknownAge = (hazards: ReadonlyArray<number>): ReadonlyArray<number> => {
  const lived = livedIn(hazards)
  let later = lived.reduce((sum, time) => sum + time, 0)
  return hazards.map((rate, bin) => {
    const { from, to } = bins[bin] ?? { from: 0, to: 0 }
    const time = lived[bin] ?? 0
    const met = later > 0 ? time / (to - from) / later : 0
    later -= time
    return Math.max(rate, met)
  })
}

/** The time by which this share of the tasks is done. */
export const doneBy = (rate: DoneRate, share: number): number => {
  let missing = -Math.log1p(-share)
  for (const [bin, { from, to }] of bins.entries()) {
    const here = hazard(rate, bin)
    if (here * (to - from) >= missing) return from + missing / here
    missing -= here * (to - from)
  }
  return Number.POSITIVE_INFINITY
}
