import { Effect, Random } from "effect"

/** A task as it is drawn. Unit: seconds. */
export interface Drawn {
  readonly seconds: number
  /** Given only where the population's tasks come with the durations of their audio. */
  readonly audioSeconds?: number
}

/** A kind of tasks: how they are drawn, and what theory needs to know of them. */
export interface Population {
  readonly name: string
  readonly draw: Effect.Effect<Drawn>
  /** The density of the time that a task takes; where durations are given, of that time as a multiple of the duration. */
  readonly density: (time: number) => number
  /** The durations' mean, and the mean of their square roots; 1 and 1 where there are none. */
  readonly audio: { readonly mean: number; readonly meanRoot: number }
}

const normal = Effect.map(Effect.all([Random.next, Random.next]), ([u, v]) => {
  return Math.sqrt(-2 * Math.log(1 - u)) * Math.cos(2 * Math.PI * v)
})

/** Log-normal, by its median and the standard deviation of its logarithm. */
const logNormal = (median: number, sigma: number) => ({
  draw: Effect.map(normal, (z) => median * Math.exp(sigma * z)),
  density: (time: number) =>
    Math.exp(-((Math.log(time / median) / sigma) ** 2) / 2) / (time * sigma * Math.sqrt(2 * Math.PI))
})

const one = logNormal(20, 0.25)

/** Tasks much alike: log-normal, median 20 s, sigma 0.25. */
export const alike: Population = {
  name: "log-normal, median 20 s, sigma 0.25",
  draw: Effect.map(one.draw, (seconds) => ({ seconds })),
  density: one.density,
  audio: { mean: 1, meanRoot: 1 }
}

const [short, long] = [logNormal(5, 0.2), logNormal(120, 0.2)]

/** Two sorts in equal parts: medians 5 s and 120 s, sigma 0.2 in each. */
export const twoSorts: Population = {
  name: "bimodal, 5 s and 120 s, sigma 0.2 each",
  draw: Effect.flatMap(Random.next, (u) => Effect.map((u < 0.5 ? short : long).draw, (seconds) => ({ seconds }))),
  density: (time) => (short.density(time) + long.density(time)) / 2,
  audio: { mean: 1, meanRoot: 1 }
}

/** How much the time a task takes varies among recordings of one duration. */
const noise = 0.25
const spread = Math.sqrt(1 - noise ** 2)
const [audio, ratio] = [logNormal(100, spread), logNormal(0.2, noise)]

/**
 * Sigma 1 with durations given, read so: the times that tasks take are log-normal with median 20 s and sigma 1, nearly all
 * of which is the duration of the audio (log-normal, median 100 s); a task takes a fifth of its audio's duration times a
 * log-normal noise of sigma 0.25. So the variances of both logarithms sum up to 1.
 */
export const byAudio: Population = {
  name: "log-normal, median 20 s, sigma 1, durations given",
  draw: Effect.map(Effect.all([audio.draw, ratio.draw]), ([audioSeconds, factor]) => ({
    seconds: audioSeconds * factor,
    audioSeconds
  })),
  density: ratio.density,
  audio: { mean: 100 * Math.exp(spread ** 2 / 2), meanRoot: 10 * Math.exp(spread ** 2 / 8) }
}

/** All of them. */
export const populations: ReadonlyArray<Population> = [alike, twoSorts, byAudio]
