/**
 * How soon things are done, estimated from looks that saw them done or not: for each bin of time, how many were done in
 * it, and how long they were seen not to be. The quotient is the hazard rate. What is still under way counts too, so the
 * slow are not missed while only the quick have ended. Time is in any unit.
 */
export interface DoneRate {
  readonly done: ReadonlyArray<number>
  readonly notDone: ReadonlyArray<number>
  /** What is assumed as long as nothing is known, and what the rest is forgotten towards: the weight of one task. */
  readonly assumed: { readonly done: ReadonlyArray<number>; readonly notDone: ReadonlyArray<number> }
}

/** A look: not done at `after`, and by `until` done or not. `after` is 0 where it is the first. */
export interface Sight {
  readonly after: number
  readonly until: number
  readonly done: boolean
}

/** A bin reaches from `from` to `to`; eight of them double the time, from a thousandth up to a million. */
export const bins: ReadonlyArray<{ readonly from: number; readonly to: number }> = Array.from(
  { length: 240 },
  (_, bin) => ({ from: bin === 0 ? 0 : 2 ** (bin / 8 - 10), to: 2 ** ((bin + 1) / 8 - 10) })
)

/** The bin that a time is in; the last bin where it is past all. */
export const binOf = (time: number): number =>
  Math.max(0, Math.min(bins.length - 1, Math.floor((Math.log2(time) + 10) * 8)))

/** Half of the tasks are done by `typical`, at a rate that falls with the time, so that every length remains possible. */
export const assuming = (typical: number): DoneRate => {
  const done = bins.map(({ from, to }) => typical / (typical + from) - typical / (typical + to))
  const notDone = bins.map(({ from, to }) => typical * Math.log((typical + to) / (typical + from)))
  return { done, notDone, assumed: { done, notDone } }
}

/** How many tasks back count about a third of the last: long enough for a shape, short enough to forget one. */
const memory = 500

/** Adds a look. When it was done in the stretch is not known: the bins of the stretch share it as is likely so far. */
export const sighted = (rate: DoneRate, sight: Sight): DoneRate => {
  const { done, notDone } = sight.done ? faded(rate) : { done: [...rate.done], notDone: [...rate.notDone] }
  const stretch = stretchOf(rate, sight)
  const total = stretch.reduce((sum, { likely }) => sum + likely, 0)
  let left = 1
  for (const { bin, length, likely } of stretch) {
    const share = sight.done ? likely / total : 0
    done[bin] = (done[bin] ?? 0) + share
    notDone[bin] = (notDone[bin] ?? 0) + length * Math.max(0, left - share / 2)
    left -= share
  }
  return { done, notDone, assumed: rate.assumed }
}

const faded = ({ assumed, done, notDone }: DoneRate) => {
  const fade = (values: ReadonlyArray<number>, towards: ReadonlyArray<number>) =>
    values.map((value, bin) => value + ((towards[bin] ?? 0) - value) / memory)
  return { done: fade(done, assumed.done), notDone: fade(notDone, assumed.notDone) }
}

/** The bins between two times, with how much of each is between them, and how likely it is to be done there. */
const stretchOf = (rate: DoneRate, { after, until }: Sight) => {
  const stretch: Array<{ readonly bin: number; readonly length: number; readonly likely: number }> = []
  const last = binOf(until)
  let survival = 1
  for (let bin = binOf(after); bin <= last; bin++) {
    const { from, to } = bins[bin] ?? { from: 0, to: 0 }
    const length = Math.max(Math.min(until, to) - Math.max(after, from), shortest)
    const likely = survival * -Math.expm1(-hazard(rate, bin) * length)
    stretch.push({ bin, length, likely })
    survival -= likely
  }
  return stretch
}

/** So that a look without any time behind it counts as well. */
const shortest = 1e-9

/** How many of those not done are done in a unit of time, in a bin; smoothed with the bins beside it. */
export const hazard = ({ done, notDone }: DoneRate, bin: number): number => smooth(done, bin) / smooth(notDone, bin)

const smooth = (values: ReadonlyArray<number>, bin: number): number => {
  const own = values[bin] ?? 0
  return (values[bin - 1] ?? own) + 2 * own + (values[bin + 1] ?? own)
}
