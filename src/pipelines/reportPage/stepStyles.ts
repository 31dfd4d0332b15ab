import type { RunReport } from "../report/RunReport.js"

/** How a kind of steps is shown. */
export interface StepStyle {
  /** A class of the style sheet, `k0` to `k5`, or `k6` for all that have no colour of their own. */
  readonly colour: string
  /** The path without what all kinds have in common. */
  readonly name: string
}

/** How many kinds have a colour of their own: those that took longest together. */
const colours = 6

/** How each kind of steps of a report is shown. Neighbours in an item's order have colours that lie far apart. */
export const stepStyles = ({ steps }: RunReport): ReadonlyMap<string, StepStyle> => {
  const longest = [...steps]
    .sort((a, b) => sumOf(b) - sumOf(a))
    .slice(0, steps.length > colours + 1 ? colours : colours + 1)
  const coloured = steps.filter((step) => longest.includes(step))
  const shared = sharedPath(steps.map(({ step }) => step))
  return new Map(
    steps.map((it) => {
      const index = coloured.indexOf(it)
      return [it.step, { colour: `k${index === -1 ? colours : index}`, name: it.step.slice(shared.length) }]
    })
  )
}

/** How a kind of steps is shown, one that is unknown too. */
export const styleOf = (styles: ReadonlyMap<string, StepStyle>, step: string): StepStyle =>
  styles.get(step) ?? { colour: `k${colours}`, name: step }

const sumOf = ({ latency }: RunReport["steps"][number]): number => latency?.sum ?? 0

/** What all paths begin with, up to a slash. */
const sharedPath = ([first = "", ...others]: ReadonlyArray<string>): string => {
  let shared = first.slice(0, first.lastIndexOf("/") + 1)
  while (!others.every((other) => other.startsWith(shared)))
    shared = shared.slice(0, shared.lastIndexOf("/", shared.length - 2) + 1)
  return shared
}
