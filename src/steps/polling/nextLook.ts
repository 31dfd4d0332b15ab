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
 * When to look next, as the time of the task: when waiting has cost as much as a look does.
 *
 * A look costs a price p, and waiting from t to u the delay that is to be expected of a task not done at t: the integral of
 * 1 - S(s) / S(t) over s, where S is the share of tasks not done by s. It is what a task loses that is done between, times
 * how likely that is. At an even hazard rate h it is h (u - t)^2 / 2, so looks come at the rate sqrt(h / 2p): in
 * proportion to the square root of the hazard rate, where for a given number of looks the mean delay is least. Where few
 * tasks are done for long, between two sorts of them, it holds too that no interval may cost more than a look; the rate
 * alone would leave the last of the quick to be found with the slow.
 */
export const nextLook = ({ elapsed, looks, rate, startKnown, steps }: Plan): number => {
  const known = bins.map((_, bin) => hazard(rate, bin))
  const hazards = startKnown ? known : ofUnknownAge(known)
  // The length of an interval grows with the square root of the price.
  let left = priceOf(hazards, looks) * steps ** 2
  let at = elapsed
  let survival = 1
  for (let bin = binOf(elapsed); bin < bins.length; bin++) {
    const here = { hazard: hazards[bin] ?? 0, survival }
    const room = Math.max(0, (bins[bin]?.to ?? 0) - at)
    const cost = delayIn(room, here)
    if (cost >= left) return at + timeThatCosts(left, room, here)
    left -= cost
    survival *= Math.exp(-here.hazard * room)
    at += room
  }
  return Number.POSITIVE_INFINITY
}

/** A stretch of one hazard rate, and how likely a task is not to be done when it begins. */
interface Stretch {
  readonly hazard: number
  readonly survival: number
}

/** The delay to be expected of waiting so long in a stretch: the integral of the likelihood to be done by then. */
const delayIn = (time: number, { hazard, survival }: Stretch): number =>
  hazard > 0 ? time + (survival * Math.expm1(-hazard * time)) / hazard : time * (1 - survival)

/** The time in a stretch, less than `room`, that costs so much delay: by Newton's rule, which from above stays above. */
const timeThatCosts = (delay: number, room: number, stretch: Stretch): number => {
  let time = room
  for (let round = 0; round < 30; round++) {
    const done = 1 - stretch.survival * Math.exp(-stretch.hazard * time)
    const excess = delayIn(time, stretch) - delay
    if (done <= 0 || excess <= 1e-6 * delay) break
    time -= excess / done
  }
  return time
}

/**
 * The price at which tasks have so many looks on average: they have the integral of sqrt(h / 2p) over those not done yet.
 * Unit: that of the time, for the price is a delay.
 */
const priceOf = (hazards: ReadonlyArray<number>, looks: number): number => {
  const lived = livedIn(hazards)
  const paces = hazards.reduce((sum, hazard, bin) => sum + Math.sqrt(hazard) * (lived[bin] ?? 0), 0)
  return (paces / looks) ** 2 / 2
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
