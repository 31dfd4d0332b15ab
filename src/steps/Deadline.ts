import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** When the time that the running code was given is up. Unit: milliseconds since 1970; none by default. */
export class Deadline extends Context.Reference<Deadline>()("effect-model-gateway/Deadline", {
  defaultValue: () => ({ at: Number.POSITIVE_INFINITY })
}) {}

/** A step was to begin, or to wait, past the deadline. Nothing of it was done. */
export class DeadlineExceeded extends Schema.TaggedError<DeadlineExceeded>()("DeadlineExceeded", {
  /** The path of the step that was to come. */
  during: Schema.String,
  /** How long past the deadline it would have gone on, at the least. */
  by: Schema.DurationFromMillis
}) {
  override get message() {
    return `${this.during}: the time that withDeadline gave is up`
  }
}

/** What remains up to the deadline in force: never less than zero, infinite where there is none. */
export const remaining: Effect.Effect<Duration.Duration> = Effect.flatMap(Deadline, ({ at }) =>
  Number.isFinite(at)
    ? Effect.map(Clock.currentTimeMillis, (now) => Duration.millis(Math.max(0, at - now)))
    : Effect.succeed(Duration.infinity)
)

/**
 * Gives an effect a budget of time, which every step, retry, wait and poll inside keeps to: none begins that would outlast
 * it, and an attempt gets no more than what remains. Of budgets inside each other the one that ends first is in force.
 *
 * It interrupts nothing: calls end by their own errors (`GatewayTimeout`, `TranscriptionWaitTimeout` with the id of the task,
 * which lives on, and of an order in flight `GatewayOutcomeUnknown`), and what is no call ends as `DeadlineExceeded` at its next
 * step. Code between steps goes on as long as it takes.
 */
export const withDeadline =
  (budget: Duration.DurationInput) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | DeadlineExceeded, R> =>
    Effect.gen(function* () {
      const outer = yield* Deadline
      const own = (yield* Clock.currentTimeMillis) + Duration.toMillis(budget)
      return yield* Effect.provideService(effect, Deadline, { at: Math.min(outer.at, own) })
    }).pipe(Effect.mapErrorCause(asFailure))

/** Inside it is a defect, so that steps keep their error types. Whatever else the cause holds stays in it. */
const asFailure = <E>(cause: Cause.Cause<E>): Cause.Cause<E | DeadlineExceeded> =>
  Cause.match<Cause.Cause<E | DeadlineExceeded>, E>(cause, {
    onEmpty: Cause.empty,
    onFail: Cause.fail,
    onDie: (defect) => (defect instanceof DeadlineExceeded ? Cause.fail(defect) : Cause.die(defect)),
    onInterrupt: Cause.interrupt,
    onSequential: Cause.sequential,
    onParallel: Cause.parallel
  })

/** Ends the running code where nothing remains after `instant`. Unit: milliseconds since 1970. */
export const beforeDeadline = (during: string, instant: number): Effect.Effect<void> =>
  Effect.flatMap(Deadline, ({ at }) =>
    instant < at
      ? Effect.void
      : Effect.failCause(Cause.die(new DeadlineExceeded({ during, by: Duration.millis(instant - at) })))
  )
