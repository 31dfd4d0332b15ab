import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { beforeDeadline } from "./Deadline.js"
import { replayed, reported, tell } from "./Progress.js"
import type { StepAbout } from "./StepRunner.js"
import { StepRunner } from "./StepRunner.js"
import { placeBelow, StepScope } from "./StepScope.js"

/** What a step is declared by, and what is asked of an outcome that a runner kept. */
export interface StepOptions<A, I, E, J, R = never> extends StepAbout<A, I, E, J> {
  /** Proves of a kept outcome that it still holds, such as that its files are still there, before it is given back. */
  readonly recheck?: ((kept: A) => Effect.Effect<A, E, R>) | undefined
}

/**
 * One piece of work under a name: it opens a span, tells its progress, and a durable runner keeps its outcome, which is
 * why the outcome has schemas, and the step the safety of what it does. A name that repeats in the same place is numbered
 * in the order of the starts; steps that run at the same time should therefore carry an index of their own. Steps do not
 * nest; stages do. Past the deadline in force none begins. An outcome that comes from a runner's store is told as
 * `replayed`, and not as work.
 */
export const step =
  <A, I, E = never, J = never, R0 = never>(name: string, { recheck, ...about }: StepOptions<A, I, E, J, R0>) =>
  <R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | R0> =>
    Effect.gen(function* () {
      const { path, unique } = yield* StepScope
      const runner = yield* StepRunner
      const own = unique(name)
      const key = [...path, own].join("/")
      let ran = false
      const work = Effect.gen(function* () {
        ran = true
        yield* beforeDeadline(key, yield* Clock.currentTimeMillis)
        return yield* reported(own, "step")(effect)
      })
      const outcome = yield* Effect.exit(Effect.withSpan(runner.run({ key, ...about }, work), key))
      if (ran) return yield* outcome
      yield* replayed(own, outcome)
      const kept = yield* outcome
      return recheck === undefined ? kept : yield* recheck(kept)
    })

/** Waits until an instant, as a named step. Unit: milliseconds since 1970. */
export const sleepUntil = (name: string, instant: number): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { path, unique } = yield* StepScope
    const runner = yield* StepRunner
    const own = unique(name)
    yield* beforeDeadline([...path, own].join("/"), instant)
    if (instant > (yield* Clock.currentTimeMillis)) {
      yield* tell({ state: "waiting", name: own, kind: "step", until: instant })
    }
    yield* runner.sleepUntil([...path, own].join("/"), instant)
  })

/**
 * Groups steps under a name, for one `item` where it is given: it opens a span, tells its progress, and gives its steps
 * a place of their own, so that their names cannot meet those of another stage.
 */
export const stage =
  (name: string, options?: { readonly item?: string }) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.gen(function* () {
      const outer = yield* StepScope
      const own = outer.unique(options?.item === undefined ? name : `${name}[${inPath(options.item)}]`)
      const inner = placeBelow(outer, own, options?.item)
      return yield* effect.pipe(
        Effect.provideService(StepScope, inner),
        reported(own, "stage", options?.item),
        Effect.withSpan(inner.path.join("/"))
      )
    })

/** An item's text where it stands in a path: what would read as a path's own sign, or no text takes, is percent-encoded. */
const inPath = (item: string): string => item.replace(/[%/[\]\p{Cc}]/gu, encodeURIComponent)
