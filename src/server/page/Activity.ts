import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { JournalEntry } from "../requests/Journal.js"
import { Journal } from "../requests/Journal.js"
import type { Inventory, SeenAsset, SeenOrder, SeenTask } from "./Inventory.js"

/** What the front page says of the gateway itself. */
export interface GatewayFacts {
  readonly title: string
  /** What answers the operations, such as `engines` or the host of another gateway, where it is told. */
  readonly answeredBy?: string | undefined
  /** When it started. Unit: milliseconds since 1970. */
  readonly since: number
}

/** All that the front page shows, each list newest first. No prompt, no text and no key is in it. */
export interface Activity {
  /** `now` is the gateway's own time, for a reader whose clock may be another. Unit: milliseconds since 1970. */
  readonly gateway: GatewayFacts & { readonly now: number }
  readonly requests: ReadonlyArray<JournalEntry>
  readonly tasks: ReadonlyArray<SeenTask>
  readonly orders: ReadonlyArray<SeenOrder>
  readonly assets: ReadonlyArray<SeenAsset>
}

/** What a gateway has seen and holds now. */
export const activity = (
  facts: GatewayFacts,
  inventory: typeof Inventory.Service
): Effect.Effect<Activity, never, Journal> =>
  Effect.gen(function* () {
    const entries = yield* Effect.flatMap(Journal, (journal) => journal.newest(looked))
    const [tasks, orders, assets] = yield* Effect.all([inventory.tasks, inventory.orders, inventory.assets])
    return {
      gateway: { ...facts, now: yield* Clock.currentTimeMillis },
      requests: entries.filter(isOfInterest).slice(0, shown),
      tasks: tasks.slice(0, shown),
      orders: orders.slice(0, shown),
      assets: assets.slice(0, shown)
    }
  })

/** The newest of a list that are shown. */
const shown = 50

/** So many entries of the journal are looked through for those of interest. */
const looked = 1_000

/** A request for an operation, or one that was refused; not those for pictures, which the page itself sends. */
const isOfInterest = ({ operation, status }: JournalEntry): boolean => operation !== undefined || status >= 400
