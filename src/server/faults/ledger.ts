import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Binding } from "../Binding.js"
import { CutOff } from "../requests/Gate.js"
import type { AcceptedOrder, FaultedCall, FaultJournal, SubmittedId } from "./FaultJournal.js"

/** Keeps account of what was asked, done and spoilt. Work that was begun is ended, though its caller be gone by then. */
export interface Ledger {
  /** Notes that a request came in, with the fault that it meets. */
  readonly came: (binding: Binding, call: AcceptedOrder, rule: number | undefined) => Effect.Effect<void>
  /** The same binding, of whose work account is kept. */
  readonly watch: (binding: Binding, call: AcceptedOrder) => Binding
  /** All of it. */
  readonly read: Effect.Effect<Pick<FaultJournal, "requests" | "faults" | "orders" | "submissions">>
}

/** An empty ledger. */
export const makeLedger = (): Ledger => {
  const requests = new Map<string, number>()
  const faults: Array<FaultedCall> = []
  const orders: Array<AcceptedOrder> = []
  const submissions = new Map<string, SubmittedId>()

  const count = ({ id, operation }: AcceptedOrder, what: "sent" | "accepted") => {
    if (id === undefined) return
    const key = `${operation} ${id}`
    const before = submissions.get(key) ?? { operation, id, sent: 0, accepted: 0 }
    submissions.set(key, { ...before, [what]: before[what] + 1 })
  }
  return {
    came: ({ operation: { safety } }, call, rule) =>
      Effect.sync(() => {
        requests.set(call.operation, call.request)
        if (safety._tag === "Keyed") count(call, "sent")
        if (rule !== undefined && call.fault !== undefined) faults.push({ ...call, fault: call.fault, rule })
      }),
    watch: (binding, call) => {
      const { operation, reply } = binding
      if (operation.safety._tag === "Read") return binding
      const accept = Effect.sync(() => {
        if (operation.safety._tag === "Order") orders.push(call)
        else count(call, "accepted")
      })
      return {
        operation,
        reply: (fields, traceId) => Effect.uninterruptible(Effect.zipLeft(toItsEnd(reply(fields, traceId)), accept))
      }
    },
    read: Effect.sync(() => ({
      requests: Object.fromEntries(requests),
      faults: [...faults],
      orders: [...orders],
      submissions: [...submissions.values()]
    }))
  }
}

/**
 * In a fiber of its own, for its timeouts must be able to interrupt what its caller cannot; and no child, which would end with
 * it. Only a server that closes does not wait for it.
 */
const toItsEnd = <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.gen(function* () {
    const { comes } = yield* CutOff
    const fiber = yield* Effect.forkDaemon(Effect.interruptible(work))
    const atClose = Effect.zipRight(comes, Fiber.interruptFork(fiber))
    const watcher = yield* Effect.forkDaemon(Effect.interruptible(atClose))
    return yield* Effect.ensuring(Fiber.join(fiber), Fiber.interruptFork(watcher))
  })
