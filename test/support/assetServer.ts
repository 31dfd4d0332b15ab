import { Effect } from "effect"
import type { ListAssets } from "effect-model-gateway"

/** A change of the list between two readings: assets go away from, or come in at, these places. */
export interface Change {
  readonly kind: "remove" | "insert"
  readonly places: ReadonlyArray<number>
}

/** How a server pages, where the specification does not show it. */
export interface Paging {
  /** The most that it gives at a time. */
  readonly most: number
  /** What it tells as the `PageSize`. */
  readonly tells: "what it gives" | "what was asked for" | "nothing"
  /** Keeps these back from their pages, though they count. */
  readonly hidden?: (id: string) => boolean
}

/** A model of an asset list that changes while it is read: after the n-th reading, the n-th change is made. */
export const assetServer = (
  count: number,
  { hidden = () => false, most, tells }: Paging,
  changes: ReadonlyArray<Change> = []
) => {
  const first = Array.from({ length: count }, (_, i) => `old-${i}`)
  const ids = [...first]
  let readings = 0

  const change = ({ kind, places }: Change): void => {
    for (const place of places) {
      const at = place % (ids.length + 1)
      if (kind === "insert") ids.splice(at, 0, `new-${readings}-${ids.length}`)
      else ids.splice(at, 1)
    }
  }

  const list: ListAssets = ({ PageNumber = 1, PageSize = most }) =>
    Effect.sync(() => {
      const size = Math.min(most, PageSize)
      const shown = ids.slice((PageNumber - 1) * size, PageNumber * size).filter((id) => !hidden(id))
      const told = { "what it gives": { PageSize: size }, "what was asked for": { PageSize }, nothing: {} }[tells]
      const page = { Items: shown.map((Id) => ({ Id })), PageNumber, ...told, TotalCount: ids.length }
      const next = changes[readings++]
      if (next !== undefined) change(next)
      return page
    })

  return {
    list,
    /** How often it was read. */
    readings: () => readings,
    /** The assets that can be seen, and were there from the first reading to the last. */
    stayed: () => first.filter((id) => ids.includes(id) && !hidden(id))
  }
}
