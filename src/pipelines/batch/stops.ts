import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { ItemResult } from "./ItemResult.js"

/**
 * What ends a batch before its items do: no further item is begun, and those under way end by themselves. What comes from the store
 * does not count, so a guard sees as much of a second pass as of the first.
 */
export interface StopWhen {
  /** So many items have failed, or were refused. */
  readonly failures?: number | undefined
  /** More than this share of the items that ended, 0 to 1, have failed, or were refused; once `after` have ended. Default: 20. */
  readonly failureRate?: { readonly above: number; readonly after?: number | undefined } | undefined
  /**
   * The run has sent so many orders, all passes together: none goes out beyond it, and an item that would send one ends as
   * `withheld`. An order that was proved not to be accepted does not count.
   */
  readonly orders?: number | undefined
}

/** Watches how items end. */
export interface Stops {
  readonly saw: (result: ItemResult<unknown, unknown>) => Effect.Effect<void>
  /** Is done once the batch is to stop. */
  readonly stopped: Deferred.Deferred<string>
}

/** Says in words why a batch stops, once it does. */
export const makeStops = ({ failureRate, failures, orders }: StopWhen): Effect.Effect<Stops> =>
  Effect.map(Deferred.make<string>(), (stopped) => {
    let [ended, failed] = [0, 0]
    const reason = (state: ItemResult<unknown, unknown>["state"]): string | undefined => {
      if (state === "withheld") {
        return orders === undefined ? "the cap on orders is reached" : `the cap of ${orders} orders is reached`
      }
      if (failures !== undefined && failed >= failures)
        return failed === 1 ? "an item failed" : `${failed} items failed`
      if (failureRate === undefined || ended < (failureRate.after ?? 20)) return undefined
      return failed / ended > failureRate.above ? `${failed} of ${ended} items failed` : undefined
    }
    return {
      stopped,
      saw: ({ isKept, state }) =>
        Effect.suspend(() => {
          if (isKept) return Effect.void
          ended += 1
          if (state === "failed" || state === "refused") failed += 1
          const why = reason(state)
          return why === undefined ? Effect.void : Effect.asVoid(Deferred.succeed(stopped, why))
        })
    }
  })
