import { nextLook } from "./nextLook.js"
import type { TaskTimes } from "./TaskTimes.js"

/** A task whose next look is planned. Unit: seconds. */
export interface Task {
  readonly times: TaskTimes
  readonly elapsed: number
  readonly startKnown: boolean
  readonly audioSeconds: number | undefined
}

/**
 * How long to wait before the next look, so that tasks have so many looks on average, and are noticed as soon as so many
 * looks allow. Unit: seconds.
 */
export const untilNextLook = (task: Task, looks: number, steps: number): number => {
  const { audioSeconds, elapsed, startKnown, times } = task
  if (audioSeconds === undefined) {
    return nextLook({ rate: times.byTime, startKnown, elapsed, looks, steps }) - elapsed
  }
  // A longer task has more looks, as many as its share of the square roots: so the delays' sum is the least.
  const root = Math.sqrt(audioSeconds)
  const { meanRoot, tasks } = times.audio
  const share = root / (tasks === 0 ? root : meanRoot)
  const relative = elapsed / audioSeconds
  const next = nextLook({ rate: times.byAudio, startKnown, elapsed: relative, looks: looks * share, steps })
  return (next - relative) * audioSeconds
}
