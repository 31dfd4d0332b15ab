import type * as ClusterError from "@effect/cluster/ClusterError"
import * as SqlError from "@effect/sql/SqlError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schedule from "effect/Schedule"
import { saidBy } from "../../sqlite/saidBy.js"

type StoreError = ClusterError.PersistenceError | SqlError.SqlError

/**
 * Tries a statement until the store takes it, such as when a full disk has room again or a database is back, and logs why it
 * waits. Where the engine alone would meet the failure, it would take it for that of the step, or never go on.
 */
export const patiently = <A, E, R>(
  statement: Effect.Effect<A, StoreError | E, R>
): Effect.Effect<A, Exclude<StoreError | E, StoreError>, R> =>
  statement.pipe(
    Effect.tapError((error) => (isOfStore(error) ? warn(error) : Effect.void)),
    Effect.retry({ schedule: pauses, while: isOfStore }),
    Effect.catchIf(isOfStore, Effect.die)
  )

const warn = ({ cause }: StoreError) => {
  const reason = saidBy(cause instanceof SqlError.SqlError ? cause : new SqlError.SqlError({ cause }))
  return Effect.logWarning(`the store of executions fails (${reason}); trying again until it does not`)
}

const pauses = Schedule.union(Schedule.exponential("100 millis"), Schedule.spaced(Duration.seconds(5)))

const isOfStore = (error: unknown): error is StoreError =>
  Predicate.isTagged(error, "PersistenceError") || Predicate.isTagged(error, "SqlError")
