import type { Exit } from "effect"
import { Clock, Duration, Effect, Option, Scheduler } from "effect"

interface Sleeper {
  readonly at: number
  readonly order: number
  wake: () => void
  gone: boolean
}

const earlier = (a: Sleeper, b: Sleeper): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

/** Sleepers by the time at which they wake: a binary heap. Those that were interrupted are swept out by and by. */
const makeSleepers = () => {
  let heap: Array<Sleeper> = []
  let gone = 0
  const swap = (i: number, j: number): void => {
    const [a, b] = [heap[i], heap[j]]
    if (a !== undefined && b !== undefined) [heap[i], heap[j]] = [b, a]
  }
  const isEarlier = (i: number, j: number): boolean => {
    const [a, b] = [heap[i], heap[j]]
    return a !== undefined && b !== undefined && earlier(a, b)
  }
  return {
    add: (sleeper: Sleeper): void => {
      let at = heap.push(sleeper) - 1
      for (let above = (at - 1) >> 1; at > 0 && isEarlier(at, above); above = (at - 1) >> 1) {
        swap(at, above)
        at = above
      }
    },
    leave: (sleeper: Sleeper): void => {
      sleeper.gone = true
      sleeper.wake = () => undefined
      if (++gone < 10_000 || gone < heap.length / 2) return
      // A sorted array is a heap.
      heap = heap.filter((one) => !one.gone).sort((a, b) => (earlier(a, b) ? -1 : 1))
      gone = 0
    },
    next: (): Sleeper | undefined => {
      const [first] = heap
      const last = heap.pop()
      if (first === undefined || last === undefined || heap.length === 0) return first
      heap[0] = last
      for (let at = 0; ; ) {
        const [left, right] = [2 * at + 1, 2 * at + 2]
        const below = isEarlier(right, left) ? right : left
        if (!isEarlier(below, at)) return first
        swap(at, below)
        at = below
      }
    }
  }
}

/**
 * Runs an effect whose time is virtual: whenever nothing is left to do, the clock goes to the next sleeper's time. As
 * `TestClock` under `adjust`, but on one thread of control from start to end, which is a thousand times faster, and the
 * same run for the same seed. The effect may wait for nothing but the clock and its own fibers.
 */
export const inVirtualTime = <A, E>(effect: Effect.Effect<A, E>): Exit.Exit<A, E> => {
  let now = 0
  let order = 0
  const sleepers = makeSleepers()
  const ready = new Scheduler.PriorityBuckets()
  const scheduler: Scheduler.Scheduler = {
    shouldYield: (fiber) => Scheduler.defaultScheduler.shouldYield(fiber),
    scheduleTask: (task, priority) => ready.scheduleTask(task, priority)
  }
  const clock: Clock.Clock = {
    ...Clock.make(),
    unsafeCurrentTimeMillis: () => now,
    unsafeCurrentTimeNanos: () => BigInt(Math.round(now * 1e6)),
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanos: Effect.sync(() => BigInt(Math.round(now * 1e6))),
    sleep: (duration) =>
      Effect.async<void>((resume) => {
        const at = now + Duration.toMillis(duration)
        const sleeper = { at, order: order++, wake: () => resume(Effect.void), gone: false }
        sleepers.add(sleeper)
        return Effect.sync(() => sleepers.leave(sleeper))
      })
  }
  const fiber = Effect.runFork(Effect.withClock(effect, clock), { scheduler })
  let ended: Option.Option<Exit.Exit<A, E>> = Option.none()
  fiber.addObserver((exit) => {
    ended = Option.some(exit)
  })
  while (Option.isNone(ended)) {
    for (let { buckets } = ready; buckets.length > 0; { buckets } = ready) {
      ready.buckets = []
      for (const [, tasks] of buckets) for (const task of tasks) task()
    }
    const next = sleepers.next()
    if (next === undefined) break
    if (next.gone) continue
    now = next.at
    next.wake()
  }
  return Option.getOrThrowWith(ended, () => new Error("the effect waits for something that is not its clock"))
}
