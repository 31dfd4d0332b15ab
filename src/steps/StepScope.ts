import * as Context from "effect/Context"

/** Where in a job the running code stands: the names of the stages around it, and the names already used there. */
export interface StepPlace {
  readonly path: ReadonlyArray<string>
  readonly item: string | undefined
  /** Gives a name its number where it is used again in the same place: `look`, then `look#2`. */
  readonly unique: (name: string) => string
}

/** The place of the running code. Outside of any stage names are used as they are: no counter outlives a run. */
export class StepScope extends Context.Reference<StepScope>()("effect-model-gateway/StepScope", {
  defaultValue: (): StepPlace => ({ path: [], item: undefined, unique: (name) => name })
}) {}

/** The place that a run begins at, with counters of its own: names are numbered in it outside of any stage too. */
export const rootPlace = (): StepPlace => ({ path: [], item: undefined, unique: counter() })

/** A place below another, with counters of its own. The outermost item stays: it is what the job was asked to work on. */
export const placeBelow = (outer: StepPlace, name: string, item: string | undefined): StepPlace => ({
  path: [...outer.path, name],
  item: outer.item ?? item,
  unique: counter()
})

const counter = (): StepPlace["unique"] => {
  const used = new Map<string, number>()
  return (name) => {
    const count = (used.get(name) ?? 0) + 1
    used.set(name, count)
    return count === 1 ? name : `${name}#${count}`
  }
}
