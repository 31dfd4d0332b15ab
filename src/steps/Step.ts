import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { beforeDeadline } from "./Deadline.js"
import { reported, tell } from "./Progress.js"
import type { StepAbout } from "./StepRunner.js"
import { StepRunner } from "./StepRunner.js"
import { placeBelow, StepScope } from "./StepScope.js"

/**
 * One piece of work under a name: it opens a span, tells its progress, and a durable runner keeps its outcome, which is
 * why the outcome has schemas, and the step the safety of what it does. A name that repeats in the same place is numbered
 * in the order of the starts; steps that run at the same time should therefore carry an index of their own. Steps do not
 * nest; stages do. Past the deadline in force none begins.
 */
export const step =
  <A, I, E = never, J = never>(name: string, about: StepAbout<A, I, E, J>) =>
  <R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.gen(function* () {
      const { path, unique } = yield* StepScope
      const runner = yield* StepRunner
      const own = unique(name)
      const key = [...path, own].join("/")
      yield* beforeDeadline(key, yield* Clock.currentTimeMillis)
      // Told from inside, so that what a runner gives back from its store is not told as work.
      return yield* Effect.withSpan(runner.run({ key, ...about }, reported(own, "step")(effect)), key)
    })

/** Waits until an instant, as a named step. Unit: milliseconds since 1970. */
export const sleepUntil = (name: string, instant: number): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { path, unique } = yield* StepScope
    const runner = yield* StepRunner
    const own = unique(name)
    yield* beforeDeadline([...path, own].join("/"), instant)
    yield* tell({ state: "waiting", name: own, kind: "step", until: instant })
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

/** An item's text where it stands in a path: what would read as a path's own sign is percent-encoded. */
const inPath = (item: string): string => item.replace(/[%/[\]]/g, encodeURIComponent)
