import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import * as Option from "effect/Option"
import { remaining } from "../../steps/Deadline.js"
import * as Timer from "../../steps/Timer.js"
import type { Waiting } from "../../steps/turns.js"
import { turnsWithPatience } from "../../steps/turns.js"
import type { ConcurrencyBounds } from "./Concurrency.js"
import { makeConcurrency } from "./Concurrency.js"
import type { Cooldown } from "./Cooldown.js"
import { makeCooldown } from "./Cooldown.js"

/**
 * What a failed attempt says to all requests of its client: to pause for a time, to go on as they are, that no connection was
 * made, or nothing.
 */
export type Signal = Duration.Duration | "go on" | "not reached" | "nothing"

/**
 * When the requests of a client start: first come, first served; so many at once; none while the gateway asks for a pause, and
 * after it at a distance to each other.
 */
export interface Traffic {
  /**
   * Runs an attempt once it may start; none where the deadline in force comes before, or it would have to be waited for past
   * `latest`. Unit: milliseconds since 1970.
   */
  readonly admit: <A, E, R>(
    attempt: Effect.Effect<A, E, R>,
    signalOf: (error: E) => Signal,
    latest: number
  ) => Effect.Effect<Option.Option<A>, E, R>
}

/** When a request started, and how many could be in flight then. Unit: milliseconds since 1970. */
interface Start {
  readonly at: number
  readonly places: number
}

/** The traffic of a new client. */
export const makeTraffic = (bounds: ConcurrencyBounds): Traffic => {
  const concurrency = makeConcurrency(bounds)
  const cooldown = makeCooldown(concurrency.limit)
  const inTurn = turnsWithPatience(1)
  let inFlight = 0
  let freed: Deferred.Deferred<void> | undefined

  /** Waits for a place and takes it. Only the first of the queue is here. */
  const take = (latest: number, waiting: Waiting): Effect.Effect<Option.Option<Start>> =>
    Effect.gen(function* () {
      const wait = yield* pause(cooldown, latest)
      if (Option.isNone(wait)) return Option.none()
      if (Duration.greaterThan(wait.value, Duration.zero))
        return yield* retake(latest, waiting, Timer.sleep(wait.value))
      const places = concurrency.limit()
      if (inFlight >= places) {
        // Made in the same breath as the look at the places, or one could be freed in between and nobody told.
        freed = Deferred.unsafeMake<void>(FiberId.none)
        return yield* retake(latest, waiting, Deferred.await(freed))
      }
      const at = yield* Clock.currentTimeMillis
      inFlight += 1
      cooldown.started(at)
      return Option.some({ at, places })
    })

  const retake = (latest: number, waiting: Waiting, effect: Effect.Effect<void>) =>
    Effect.flatMap(waiting(effect), (waited) => (waited ? take(latest, waiting) : Effect.succeedNone))

  const leave = Effect.suspend(() => {
    inFlight -= 1
    return freed === undefined ? Effect.void : Deferred.succeed(freed, undefined)
  })

  const learn = (signal: Signal, { at, places }: Start): Effect.Effect<void> =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      if (signal === "nothing") return
      if (signal === "not reached") return cooldown.notReached(now)
      if (signal === "go on") {
        concurrency.grow()
        cooldown.answered(at, places, now)
        return
      }
      concurrency.cut(at, now)
      cooldown.pause(now, now + Duration.toMillis(signal))
    })

  return {
    admit: (attempt, signalOf, latest) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const waiting: Waiting = (effect) => restore(upTo(latest)(effect))
          if (Option.isNone(yield* pause(cooldown, latest))) return Option.none()
          const start = Option.flatten(yield* inTurn(waiting, take(latest, waiting)))
          if (Option.isNone(start)) return Option.none()
          return yield* restore(attempt).pipe(
            Effect.tap(() => learn("go on", start.value)),
            Effect.tapError((error) => learn(signalOf(error), start.value)),
            Effect.ensuring(leave),
            Effect.asSome
          )
        })
      )
  }
}

/** How long the pause still lasts; none where it outlasts what may be waited for, so that it need not be waited for at all. */
const pause = (cooldown: Cooldown, latest: number): Effect.Effect<Option.Option<Duration.Duration>> =>
  Effect.map(Effect.zip(Clock.currentTimeMillis, remaining), ([now, left]) => {
    const wait = Duration.millis(cooldown.wait(now))
    const fits = Duration.lessThan(wait, left) && (Duration.isZero(wait) || now + Duration.toMillis(wait) < latest)
    return fits ? Option.some(wait) : Option.none()
  })

/** Waits no longer than up to the deadline in force, and to `latest`; false where one of them came first. */
const upTo =
  (latest: number): Waiting =>
  (effect) =>
    Effect.flatMap(Effect.zip(Clock.currentTimeMillis, remaining), ([now, left]) => {
      const patience = Duration.min(left, Duration.millis(Math.max(0, latest - now)))
      return Duration.isFinite(patience)
        ? Effect.map(Timer.timeoutOption(patience)(effect), Option.isSome)
        : Effect.as(effect, true)
    })
