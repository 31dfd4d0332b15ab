import type * as ClusterError from "@effect/cluster/ClusterError"
import * as SqlError from "@effect/sql/SqlError"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { saidBy } from "../../sqlite/saidBy.js"
import { passes } from "./passes.js"

type StoreError = ClusterError.PersistenceError | SqlError.SqlError

/** A store will not take something, however often it is asked: a defect of what was to be kept, or of the store. */
export class NotTaken extends Data.TaggedError("NotTaken")<{ readonly reason: string }> {
  override get message() {
    return `the store of executions does not take it: ${this.reason}`
  }
}

/**
 * Tries a statement until the store takes it, such as when a full disk has room again or a database is back, and logs why it
 * waits. Where the engine alone would meet the failure, it would take it for that of the step, or never go on. What does not
 * pass, unless told otherwise, is a defect at once, `NotTaken`. Whoever is interrupted does not try again, also where interruptions are held back: a
 * process is to end though its store cannot be written.
 */
export const patiently = <A, E, R>(
  statement: Effect.Effect<A, StoreError | E, R>,
  isWaitedFor: (error: SqlError.SqlError) => boolean = passes
): Effect.Effect<A, Exclude<StoreError | E, StoreError>, R> => {
  const tried = (millis: number): Effect.Effect<A, StoreError | E, R> =>
    Effect.catchIf(statement, isOfStore, (error) => {
      const said = saying(error)
      if (!isWaitedFor(said)) return Effect.die(new NotTaken({ reason: saidBy(said) }))
      return Effect.logWarning(`the store of executions fails (${saidBy(said)}); trying again until it does not`).pipe(
        Effect.zipRight(Effect.interruptible(Effect.sleep(millis))),
        Effect.zipRight(Effect.suspend(() => tried(Math.min(2 * millis, longest))))
      )
    })
  return Effect.catchIf(tried(shortest), isOfStore, Effect.die)
}

/** How long it waits before it tries again: twice as long each time. Unit: milliseconds. */
const shortest = 100
const longest = 5000

/** What the database itself said. */
const saying = ({ cause }: StoreError): SqlError.SqlError =>
  cause instanceof SqlError.SqlError ? cause : new SqlError.SqlError({ cause })

const isOfStore = (error: unknown): error is StoreError =>
  Predicate.isTagged(error, "PersistenceError") || Predicate.isTagged(error, "SqlError")
