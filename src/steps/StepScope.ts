import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Where in a job the running code stands: the names of the stages around it, and the names already used there. */
export interface StepPlace {
  readonly path: ReadonlyArray<string>
  readonly item: string | undefined
  /** Whether the run is kept, so that each step must have the same name when it goes on. */
  readonly isKept: boolean
  /** Gives a name, as `inPath` writes it, its number where it is used again in the same place: `look`, then `look#2`. */
  readonly unique: (name: string) => string
  /** The names that are under way. */
  readonly running: Set<string>
}

/** The place of the running code. Outside of any stage names are used as they are: no counter outlives a run. */
export class StepScope extends Context.Reference<StepScope>()("effect-model-gateway/StepScope", {
  defaultValue: (): StepPlace => ({
    path: [],
    item: undefined,
    isKept: false,
    unique: (name) => name,
    running: new Set()
  })
}) {}

/** The place that a kept run begins at, with counters of its own: names are numbered in it outside of any stage too. */
export const rootPlace = (): StepPlace => ({ path: [], item: undefined, isKept: true, ...names() })

/** A place below another, with counters of its own. The outermost item stays: it is what the job was asked to work on. */
export const placeBelow = ({ isKept, item: outer, path }: StepPlace, name: string, item?: string): StepPlace => ({
  path: [...path, name],
  item: outer ?? item,
  isKept,
  ...names()
})

const names = (): Pick<StepPlace, "running" | "unique"> => {
  const used = new Map<string, number>()
  return {
    running: new Set(),
    unique: (name) => {
      const count = (used.get(name) ?? 0) + 1
      used.set(name, count)
      return count === 1 ? name : `${name}#${count}`
    }
  }
}

/**
 * Runs what carries a name under its number. In a kept run two of one name at the same time are a defect: which was the first is
 * not known when the run goes on, and each could be given what the other came to.
 */
export const named = <A, E, R>(
  { isKept, path, running, unique }: StepPlace,
  name: string,
  use: (own: string) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    if (!isKept) return use(unique(name))
    if (running.has(name)) return Effect.dieMessage(`${[...path, name].join("/")} is under way already; ${remedy}`)
    running.add(name)
    return Effect.ensuring(
      use(unique(name)),
      Effect.sync(() => running.delete(name))
    )
  })

const remedy = "what runs at the same time needs names of its own: an index, or a stage with an item around each"
