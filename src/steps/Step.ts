import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { beforeDeadline } from "./Deadline.js"
import { inPath, itemInPath } from "./inPath.js"
import { lostOrder, tellLost } from "./lostOrder.js"
import { replayed, reported, tell } from "./Progress.js"
import { StepClaim } from "./StepClaim.js"
import type { StepAbout, StepDefinition } from "./StepRunner.js"
import { StepRunner } from "./StepRunner.js"
import { named, placeBelow, StepScope } from "./StepScope.js"

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
    Effect.flatMap(StepScope, (place) =>
      named(place, inPath(name), (own) =>
        Effect.gen(function* () {
          const runner = yield* StepRunner
          const key = [...place.path, own].join("/")
          let ran = false
          const work = Effect.gen(function* () {
            ran = true
            const { foundOpen, uncounted } = yield* StepClaim
            const inside = placeBelow(place, own)
            if (uncounted !== undefined) {
              yield* Effect.provideService(tellLost({ key, name: own }, uncounted), StepScope, inside)
            }
            if (foundOpen) return yield* reported(own, "step")(outcomeUnknown({ key, ...about }))
            yield* beforeDeadline(key, yield* Clock.currentTimeMillis)
            return yield* reported(own, "step")(Effect.provideService(effect, StepScope, inside))
          })
          const outcome = yield* Effect.exit(Effect.withSpan(runner.run({ key, ...about }, work), key))
          if (ran) return yield* outcome
          yield* replayed(own, outcome)
          const kept = yield* outcome
          return recheck === undefined ? kept : yield* recheck(kept)
        })
      )
    )

/** An order that an earlier run may have sent, and that is not sent again. */
const outcomeUnknown = <A, I, E, J>({ error, key }: StepDefinition<A, I, E, J>): Effect.Effect<never, E> => {
  const unknown = lostOrder(key)
  return error !== undefined && Schema.is(error)(unknown) ? Effect.fail(unknown) : Effect.die(unknown)
}

/** Waits until an instant, as a named step. Unit: milliseconds since 1970. */
export const sleepUntil = (name: string, instant: number): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { path, unique } = yield* StepScope
    const runner = yield* StepRunner
    const own = unique(inPath(name))
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
    Effect.flatMap(StepScope, (outer) => {
      const item = options?.item
      const written = item === undefined ? inPath(name) : `${inPath(name)}[${itemInPath(item)}]`
      return named(outer, written, (own) => {
        const inner = placeBelow(outer, own, item)
        return effect.pipe(
          Effect.provideService(StepScope, inner),
          reported(own, "stage", item),
          Effect.withSpan(inner.path.join("/"))
        )
      })
    })
