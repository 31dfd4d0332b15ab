import type { Population } from "./populations.js"

/**
 * The least mean delay from done to noticed that any poller can have which knows the population but not the task, as a
 * share of the delay of a poller that looks at even distances, at equal looks:
 *
 *     (integral of sqrt(f S) dt)^2 / E[T]
 *
 * f is the density of the time T that a task takes, S(t) the share of tasks not done by t. Looks at the rate l(t) number
 * integral(l S), half a look more for the one that finds the task done, and have the mean delay integral(f / 2l). For a
 * given number n the delay is least where l = n sqrt(f / S) / integral(sqrt(f S)), and is then
 * integral(sqrt(f S))^2 / 2n. At even distances l is n / E[T], and the delay E[T] / 2n.
 *
 * With durations D given, T = D R: a task has the rate of R at t / D, and the best rates of all tasks have one factor, so
 * longer ones get more looks: the integral becomes E[sqrt(D)] times the integral for R, and E[T] is E[D] E[R].
 *
 * It holds for many looks a task. With few, a poller may come out a little below it.
 */
export const bound = ({ audio, density }: Population): number => {
  // On logarithmic steps of time from the end, so that S is the sum of what came before.
  const steps = 200_000
  const [from, to] = [1e-3, 1e5]
  const width = Math.log(to / from) / steps
  let [survival, mean, integral] = [0, 0, 0]
  for (let step = steps - 1; step >= 0; step--) {
    const time = from * Math.exp((step + 0.5) * width)
    const mass = density(time) * time * width
    integral += Math.sqrt(density(time) * (survival + mass / 2)) * time * width
    mean += time * mass
    survival += mass
  }
  return (integral * audio.meanRoot) ** 2 / (mean * audio.mean)
}
