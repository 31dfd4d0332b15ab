import * as Schema from "effect/Schema"
import { JournalEntry } from "../requests/Journal.js"

const call = {
  operation: Schema.String,
  /** The number of the request among those of its operation, from 1. */
  request: Schema.Int,
  traceId: Schema.String,
  /** The request's header `Idempotency-Key`, by which a caller names what it sends; cut where it is very long. */
  idempotencyKey: Schema.optional(Schema.String),
  /** The caller's id of the work, where the operation has one. */
  id: Schema.optional(Schema.String),
  /** The kind of the fault that the request met. */
  fault: Schema.optional(Schema.String)
}

/** A request that met a fault. */
export const FaultedCall = Schema.Struct({
  ...call,
  fault: Schema.String,
  /** The place of the rule in the plan, from 0. */
  rule: Schema.Int
}).annotations({ identifier: "FaultedCall" })
export interface FaultedCall extends Schema.Schema.Type<typeof FaultedCall> {}

/** An order whose work was done, whether its caller was told of it or not. */
export const AcceptedOrder = Schema.Struct(call).annotations({ identifier: "AcceptedOrder" })
export interface AcceptedOrder extends Schema.Schema.Type<typeof AcceptedOrder> {}

/** How often the work of an id came in, and was accepted. */
export const SubmittedId = Schema.Struct({
  operation: Schema.String,
  id: Schema.String,
  sent: Schema.Int,
  /** Told so or not. Where an id that comes again is answered like the first time, that counts too. */
  accepted: Schema.Int
}).annotations({ identifier: "SubmittedId" })
export interface SubmittedId extends Schema.Schema.Type<typeof SubmittedId> {}

/**
 * What a gateway with faults did since it started, which `GET /faults/journal` gives: the truth that a caller's own account
 * is held against. It forgets nothing but the oldest of its `entries`, so it grows with each order, each id and each fault.
 */
export const FaultJournal = Schema.Struct({
  seed: Schema.Int,
  /** The requests of each operation that were counted. */
  requests: Schema.Record({ key: Schema.String, value: Schema.Int }),
  /** Oldest first. */
  faults: Schema.Array(FaultedCall),
  /** Every one, in the order in which the work was done. */
  orders: Schema.Array(AcceptedOrder),
  /** Every id, in the order in which they first came. */
  submissions: Schema.Array(SubmittedId),
  /** The newest requests, newest first. */
  entries: Schema.Array(JournalEntry)
}).annotations({ identifier: "FaultJournal" })
export interface FaultJournal extends Schema.Schema.Type<typeof FaultJournal> {}
