import type * as Effect from "effect/Effect"
import type { PriceTable } from "../../schemas/PriceTable.js"
import type { ItemResult } from "./ItemResult.js"
import type { KeyOf } from "./itemKey.js"
import type { StopWhen } from "./stops.js"

/** How a batch is carried out. */
export interface BatchOptions<I> {
  /**
   * Names the run. Of kept work, the same name again goes on with the run: what is done comes from the store. For another run of
   * the same items, such as that of the next night, another name.
   */
  readonly runId: string
  /** How many items are under way at once. Default: 8. */
  readonly concurrency?: number | undefined
  /**
   * What tells an item from the others of the run. Default: its field `id`, where that is a text, else a digest of the item, so
   * that the same item again is no other work. An item whose key the run had with another input is new work, told as changed.
   */
  readonly key?: KeyOf<I> | undefined
  /** Results in the order of the items, or as they come. Default: as they come. */
  readonly order?: "input" | "asTheyCome" | undefined
  /**
   * Whether items that failed in an earlier pass go on, from what was done of them; else they stay as they are. An order that
   * may have been accepted is not sent again. Default: they stay.
   */
  readonly retry?: "failed" | undefined
  /** What ends the batch before its items do. Default: nothing. */
  readonly stopWhen?: StopWhen | undefined
}

/** How a batch is carried out, and what is done with its results. */
export interface RunOptions<I, B, E, E2, R2> extends BatchOptions<I> {
  /** Is handed each result, one after the other. Its failure ends the batch. */
  readonly onResult?: ((result: ItemResult<B, E>) => Effect.Effect<unknown, E2, R2>) | undefined
  /**
   * A file for the results as JSON Lines, in place of one that is there. It is written under its name with `.part` behind, and
   * gets its own once all items have ended, so that it is whole.
   */
  readonly output?: string | undefined
  /** A folder for `report.json` and `report.html`; made where it is missing. */
  readonly report?: string | undefined
  /** What calls cost: the summary and the report add it up. */
  readonly prices?: PriceTable | undefined
}
