import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Binding } from "../Binding.js"
import type { ServerFailure } from "../failureResponse.js"
import { provesRefusal } from "../failureResponse.js"
import type { Inventory, SeenAsset, SeenOrder, SeenTask } from "./Inventory.js"
import { doubtOf, notesOf } from "./notes.js"

/** An inventory of what has passed a server, and how its bindings are watched for it. */
export interface Observed {
  readonly inventory: typeof Inventory.Service
  /** The same binding, of whose replies, and of orders that end without one, notes are taken. */
  readonly watch: (binding: Binding) => Binding
}

/**
 * An empty inventory, for a server whose services run elsewhere and keep their work there. It knows what was asked of this
 * server since it started, and of each list the newest 100.
 */
export const observed: Effect.Effect<Observed> = Effect.sync(() => {
  const tasks = newest<SeenTask>()
  const orders = newest<SeenOrder>()
  const assets = newest<SeenAsset>()
  return {
    inventory: { tasks: tasks.all, orders: orders.all, assets: assets.all },
    watch: ({ operation, reply }) => ({
      operation,
      reply: (fields, traceId) =>
        Effect.onExit(reply(fields, traceId), (exit) =>
          Effect.map(Clock.currentTimeMillis, (at) => {
            const notes = Exit.match(exit, {
              onSuccess: (answer) => notesOf(operation, fields, answer, { traceId, at }),
              onFailure: (cause) => (isRefused(cause) ? {} : doubtOf(operation, fields, { traceId, at }))
            })
            if (notes.task !== undefined) tasks.note(notes.task)
            if (notes.order !== undefined) orders.note(notes.order)
            for (const asset of notes.assets ?? []) assets.note(asset)
          })
        )
    })
  }
})

/** A defect or an interruption proves nothing. */
const isRefused = (cause: Cause.Cause<ServerFailure>): boolean =>
  Option.exists(Cause.failureOption(cause), provesRefusal)

const capacity = 100

/** Things by id. One that is noted again changes, but keeps its place and its time. */
const newest = <A extends { readonly id: string; readonly at: number }>() => {
  const things = new Map<string, A>()
  return {
    all: Effect.sync(() => [...things.values()].reverse()),
    note: (thing: A) => {
      things.set(thing.id, { ...thing, at: things.get(thing.id)?.at ?? thing.at })
      const [oldest] = things.keys()
      if (things.size > capacity && oldest !== undefined) things.delete(oldest)
    }
  }
}
