import { Effect } from "effect"
import type { Listen, ProgressEvent } from "effect-model-gateway"
import { withProgress } from "effect-model-gateway"
import { createLogUpdate } from "log-update"

/** Stages whose end is worth a word: the pipeline itself, and the work on one of its items. */
const isWhole = ({ name, path }: ProgressEvent): boolean => name === path || /^(recording|image)\[/.test(name)

/** What an event says that is new, in a few words; undefined where it says nothing. */
const words = (event: ProgressEvent): string | undefined => {
  const { at, kind, name, state, until = at } = event
  if (state === "waiting") return `waiting, next look in ${((until - at) / 1000).toFixed(1)} s`
  // Why it failed is told once, at the end.
  if (state === "done" || state === "failed") return kind === "stage" && isWhole(event) ? state : undefined
  if (kind === "stage") return undefined
  if (name.startsWith("look")) return "asking for the transcript"
  return name.startsWith("embed[") ? `embedding passage ${Number(name.slice(6, -1)) + 1}` : name
}

const labelOf = ({ item, path }: ProgressEvent): string => item ?? path.replace(/\/.*/, "")

/** On a terminal, a line for each item that changes in place. */
const live = (): Listen => {
  const update = createLogUpdate(process.stdout)
  const lines = new Map<string, string>()
  return (event) =>
    Effect.sync(() => {
      const text = words(event)
      if (text !== undefined) lines.set(labelOf(event), text)
      update([...lines].map(([label, line]) => `  ${label.slice(0, 36).padEnd(36)} ${line}`).join("\n"))
      if (event.name === event.path && event.state !== "started") update.done()
    })
}

/** Elsewhere, such as in a log file, a line for each change. */
const plain: Listen = (event) =>
  Effect.sync(() => {
    const text = words(event)
    if (text !== undefined) console.log(`  ${labelOf(event)}: ${text}`)
  })

/** Shows the progress of a pipeline while it runs. */
export const shown = <A, E, R>(pipeline: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => withProgress(process.stdout.isTTY ? live() : plain)(pipeline))
