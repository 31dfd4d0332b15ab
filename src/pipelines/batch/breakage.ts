import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** What breaks a batch from outside of its items, such as a file that cannot be written any more. */
export interface Breakage<E> {
  /** Does something unless the batch is broken; a failure breaks it, and is not raised yet. */
  readonly guard: <A, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<void, never, R>
  /** Breaks the batch. */
  readonly breakWith: (cause: Cause.Cause<E>) => Effect.Effect<void>
  /** Raises what broke the batch, if anything did: once the items under way, which may be paid for, have ended. */
  readonly raise: Effect.Effect<void, E>
}

/** Nothing is broken yet; `stop` is told of it when it is. */
export const makeBreakage = <E>(stop: Effect.Effect<unknown>): Effect.Effect<Breakage<E>> =>
  Effect.map(Deferred.make<never, E>(), (broken) => {
    const breakWith = (cause: Cause.Cause<E>) => Effect.zipRight(Deferred.failCause(broken, cause), Effect.asVoid(stop))
    return {
      breakWith,
      guard: (effect) =>
        Effect.flatMap(Deferred.isDone(broken), (isBroken) =>
          isBroken ? Effect.void : Effect.catchAllCause(Effect.asVoid(effect), orInterrupted(breakWith))
        ),
      raise: Effect.flatMap(Deferred.poll(broken), (failure) => Option.getOrElse(failure, () => Effect.void))
    }
  })

/** An interruption is the batch's own end. */
const orInterrupted =
  <E>(breakWith: Breakage<E>["breakWith"]) =>
  (cause: Cause.Cause<E>): Effect.Effect<void> =>
    Cause.isInterruptedOnly(cause) ? Effect.interrupt : breakWith(cause)
