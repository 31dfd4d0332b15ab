import type { Latency } from "./RunReport.js"

/** How far a quantile may be from the exact one, as a share of it. */
export const relativeError = 0.01

/** By how much a bucket is wider than the one before. */
const growth = (1 + relativeError) / (1 - relativeError)

/** What is shorter counts as 0, what is longer as this long, so that there are 1,900 buckets at the most. Unit: milliseconds. */
const [shortest, longest] = [1e-3, 1e13]

/** Durations as they come in, and what is told of them. */
export interface Latencies {
  /** Unit: milliseconds. */
  readonly add: (duration: number) => void
  /** None where nothing was added. */
  readonly summary: () => Latency | undefined
}

/**
 * Counts durations in buckets whose width grows with the duration, as DDSketch does (Masson and others, 2019): memory depends
 * on the range of the durations, not on their number, and each quantile is right to within 1 %. Count, sum and maximum are exact.
 */
export const latencies = (): Latencies => {
  const buckets = new Map<number, number>()
  let [count, sum, min, max] = [0, 0, Number.POSITIVE_INFINITY, 0]
  /** By nearest rank. */
  const quantile = (sorted: ReadonlyArray<readonly [number, number]>, share: number): number => {
    let left = Math.max(1, Math.ceil(share * count))
    for (const [bucket, size] of sorted) {
      left -= size
      if (left <= 0) return Math.min(max, Math.max(min, middleOf(bucket)))
    }
    return max
  }
  return {
    add: (duration) => {
      const whole = Math.max(0, duration)
      const bucket = bucketOf(whole)
      buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1)
      count += 1
      sum += whole
      min = Math.min(min, whole)
      max = Math.max(max, whole)
    },
    summary: () => {
      if (count === 0) return undefined
      const sorted = [...buckets].sort(([a], [b]) => a - b)
      const at = (share: number) => quantile(sorted, share)
      return { count, sum, p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), max }
    }
  }
}

const bucketOf = (duration: number): number =>
  duration < shortest ? Number.NEGATIVE_INFINITY : Math.ceil(Math.log(Math.min(duration, longest)) / Math.log(growth))

/** The value that is right for all of a bucket but for the relative error. */
const middleOf = (bucket: number): number => (2 * growth ** bucket) / (growth + 1)
