import { Clock, Effect, Exit, Random, Stream } from "effect"
import { PollPolicy, Transcriber } from "effect-model-gateway"
import type { Drawn, Population } from "./populations.js"
import { inVirtualTime } from "./virtualTime.js"

/** What a run is measured by. */
export interface Measured {
  /** Looks a task, on average. */
  readonly looks: number
  /** From done to noticed, the mean and the 95th percentile. Unit: seconds. */
  readonly mean: number
  readonly p95: number
}

const measured = (looks: number, delays: ReadonlyArray<number>): Measured => {
  const sorted = [...delays].sort((a, b) => a - b)
  return {
    looks: looks / delays.length,
    mean: delays.reduce((sum, delay) => sum + delay, 0) / delays.length,
    p95: sorted[Math.floor(0.95 * sorted.length)] ?? 0
  }
}

/** Tasks of a population, the same for the same seed. */
export const draw = (population: Population, tasks: number, seed: string): ReadonlyArray<Drawn> =>
  Effect.runSync(Effect.withRandom(Effect.replicateEffect(population.draw, tasks), Random.make(seed)))

/** A poller that looks at a task every so many seconds after its submission, and not at once. Unit: seconds. */
export const evenly = (every: number, tasks: ReadonlyArray<Drawn>): Measured => {
  const looks = tasks.map(({ seconds }) => Math.ceil(seconds / every))
  const delays = tasks.map(({ seconds }, index) => (looks[index] ?? 0) * every - seconds)
  return measured(
    looks.reduce((sum, count) => sum + count, 0),
    delays
  )
}

/**
 * Runs all tasks through `Transcriber.transcribeMany`, a hundred at a time, in virtual time. Simulated is the gateway
 * alone: a submission and a look take no time, and a task is done when it was drawn to be. What plans, waits and looks is
 * the package, which knows nothing of the population when it begins. No spans are made. The first `learning` tasks are not
 * measured.
 */
export const polled = (
  policy: PollPolicy.PollPolicy,
  tasks: ReadonlyArray<Drawn>,
  seed: string,
  learning = 0
): Measured => {
  const doneAt = new Map<string, number>()
  const delays: Array<number> = []
  let looks = 0
  const drawn = (id: string): Drawn => tasks[Number(id)] ?? { seconds: 0 }
  const transcriber = Transcriber.make({
    submit: ({ id }) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        doneAt.set(id, now + drawn(id).seconds * 1000)
        return { code: "200", data: null }
      }),
    query: ({ id }) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const counts = Number(id) >= learning
        if (counts) looks++
        const delay = now - (doneAt.get(id) ?? now)
        if (delay < 0) return { code: "200", data: { bizId: id, status: 1 } }
        if (counts) delays.push(delay / 1000)
        doneAt.delete(id)
        return { code: "200", data: { bizId: id, status: 2, asrcResult: "Done." } }
      })
  })
  const requests = tasks.map((_, index) => ({ id: String(index), audio: { uri: `https://files.test/${index}.flac` } }))
  const all = transcriber.transcribeMany(requests, {
    pollPolicy: policy,
    tasks: 100,
    audioSeconds: ({ id }) => drawn(id).audioSeconds
  })
  Exit.getOrElse(
    inVirtualTime(Effect.withRandom(Effect.withTracerEnabled(Stream.runDrain(all), false), Random.make(seed))),
    (cause) => {
      throw new Error(String(cause))
    }
  )
  return measured(looks, delays)
}

/**
 * The adaptive policy with as many looks a task, about, as a poller has that looks every so many seconds; and beside it a
 * poller at the even distance that needs exactly as many looks as the adaptive policy then made. Of the tasks the first
 * `learning` are not measured.
 */
export const compared = (population: Population, every: number, count: number, seed: string, learning = 0) => {
  const tasks = draw(population, count, seed)
  const { looks } = evenly(every, tasks)
  const adaptive = polled(PollPolicy.adaptive({ looks, least: "50 millis" }), tasks, seed, learning)
  const known = tasks.slice(learning)
  return { adaptive, even: evenly(distanceOf(adaptive.looks, known, every), known) }
}

/** The even distance at which tasks have so many looks, by halving an interval. */
const distanceOf = (looks: number, tasks: ReadonlyArray<Drawn>, near: number): number => {
  let [low, high] = [near / 4, near * 4]
  for (let round = 0; round < 30; round++) {
    const middle = (low + high) / 2
    if (evenly(middle, tasks).looks > looks) low = middle
    else high = middle
  }
  return (low + high) / 2
}
