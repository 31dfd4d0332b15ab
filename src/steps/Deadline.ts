import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { oneLine } from "../schemas/errors/oneLine.js"
import { stillAlive } from "../schemas/errors/stillAlive.js"
import { GatewayTimeout } from "../schemas/GatewayError.js"
import { Alive } from "./Alive.js"
import { StepRunner } from "./StepRunner.js"
import { StepScope } from "./StepScope.js"

/** When the time that the running code was given is up. Unit: milliseconds since 1970; none by default. */
export class Deadline extends Context.Reference<Deadline>()("effect-model-gateway/Deadline", {
  defaultValue: () => ({ at: Number.POSITIVE_INFINITY })
}) {}

/** A step was to begin, or to wait, past the deadline. Nothing of it was done. */
export class DeadlineExceeded extends Schema.TaggedError<DeadlineExceeded>()("DeadlineExceeded", {
  /** The path of the step that was to come. */
  during: Schema.String,
  /** How long past the deadline it would have gone on, at the least. */
  by: Schema.DurationFromMillis,
  /**
   * The ids of the tasks that were submitted within the budget, or may have been, or whose wait began in it, and that were not
   * seen to end: they go on at the gateway. In the order in which they began.
   */
  alive: Schema.optionalWith(Schema.Array(Schema.String), { default: () => [] })
}) {
  override get message() {
    return oneLine(`${this.during}: not begun, for the time that withDeadline gave is up${stillAlive(this.alive)}`)
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
 * step, with the ids of the tasks that are still alive. Code between steps goes on as long as it takes.
 */
export const withDeadline =
  (budget: Duration.DurationInput) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | DeadlineExceeded, R> =>
    Effect.gen(function* () {
      const outer = yield* Deadline
      const { path, unique } = yield* StepScope
      const { run } = yield* StepRunner
      // Kept like a step, so that a run that goes on after a stop has no more time than it had.
      const key = [...path, unique("deadline")].join("/")
      const own = yield* run({ key, success: Schema.Number }, Effect.map(Clock.currentTimeMillis, after(budget)))
      return yield* Effect.provideService(effect, Deadline, { at: Math.min(outer.at, own) })
    }).pipe(failAtDeadline)

const after =
  (budget: Duration.DurationInput) =>
  (now: number): number =>
    now + Duration.toMillis(budget)

/**
 * Where the deadline in force ends a step inside, ends here as the typed failure, and not all that is up to `withDeadline`. Put
 * it around each of many items, and those that had ended are kept. `alive` of the failure has the tasks of this item.
 */
export const failAtDeadline = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | DeadlineExceeded, R> =>
  Effect.flatMap(Alive, (outer) => {
    const alive = new Set<string>()
    return effect.pipe(Effect.provideService(Alive, [...outer, alive]), Effect.mapErrorCause(asFailure(alive)))
  })

/** Inside it is a defect, so that steps keep their error types. Whatever else the cause holds stays in it. */
const asFailure =
  (alive: ReadonlySet<string>) =>
  <E>(cause: Cause.Cause<E>): Cause.Cause<E | DeadlineExceeded> =>
    Cause.match<Cause.Cause<E | DeadlineExceeded>, E>(cause, {
      onEmpty: Cause.empty,
      onFail: (error) => Cause.fail(named(alive, error)),
      onDie: (defect) => (defect instanceof DeadlineExceeded ? Cause.fail(naming(alive, defect)) : Cause.die(defect)),
      onInterrupt: Cause.interrupt,
      onSequential: Cause.sequential,
      onParallel: Cause.parallel
    })

/** What was not done, or not sent, for want of time names what lives on; other failures stay as they are. */
const named = <E>(alive: ReadonlySet<string>, error: E): E | DeadlineExceeded => {
  if (error instanceof DeadlineExceeded) return naming(alive, error)
  if (!(error instanceof GatewayTimeout) || alive.size === 0 || !Duration.isZero(error.limit)) return error
  // Its type is the caller's own, of which no other value can be made, so the error itself is added to.
  return Object.assign(error, { alive: [...new Set([...alive, ...(error.alive ?? [])])] })
}

/** A failure that comes from a budget inside has named some already. */
const naming = (alive: ReadonlySet<string>, { by, during, alive: inside }: DeadlineExceeded): DeadlineExceeded =>
  new DeadlineExceeded({ during, by, alive: [...new Set([...alive, ...inside])] })

/** Ends the running code where nothing remains after `instant`. Unit: milliseconds since 1970. */
export const beforeDeadline = (during: string, instant: number): Effect.Effect<void> =>
  Effect.flatMap(Deadline, ({ at }) =>
    instant < at
      ? Effect.void
      : Effect.failCause(Cause.die(new DeadlineExceeded({ during, by: Duration.millis(instant - at) })))
  )
