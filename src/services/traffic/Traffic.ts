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
  /** Runs an attempt once it may start; none where the deadline in force comes before. */
  readonly admit: <A, E, R>(
    attempt: Effect.Effect<A, E, R>,
    signalOf: (error: E) => Signal
  ) => Effect.Effect<Option.Option<A>, E, R>
}

/** The traffic of a new client. */
export const makeTraffic = (bounds: ConcurrencyBounds): Traffic => {
  const concurrency = makeConcurrency(bounds)
  const cooldown = makeCooldown(concurrency.limit)
  const inTurn = turnsWithPatience(1)
  let inFlight = 0
  let freed: Deferred.Deferred<void> | undefined

  /** How long the pause still lasts; none where the deadline comes before its end, so that it need not be waited for. */
  const pause = Effect.map(Effect.zip(Clock.currentTimeMillis, remaining), ([now, left]) =>
    Option.liftPredicate(Duration.millis(cooldown.wait(now)), Duration.lessThan(left))
  )

  /** Waits for a place and takes it; tells when. Only the first of the queue is here. */
  const take = (waiting: Waiting): Effect.Effect<Option.Option<number>> =>
    Effect.gen(function* () {
      const wait = yield* pause
      if (Option.isNone(wait)) return Option.none()
      if (Duration.greaterThan(wait.value, Duration.zero)) return yield* retake(waiting, Timer.sleep(wait.value))
      if (inFlight >= concurrency.limit()) {
        // Made in the same breath as the look at the places, or one could be freed in between and nobody told.
        freed = Deferred.unsafeMake<void>(FiberId.none)
        return yield* retake(waiting, Deferred.await(freed))
      }
      const now = yield* Clock.currentTimeMillis
      inFlight += 1
      cooldown.started(now)
      return Option.some(now)
    })

  const retake = (waiting: Waiting, effect: Effect.Effect<void>) =>
    Effect.flatMap(waiting(effect), (waited) => (waited ? take(waiting) : Effect.succeedNone))

  const leave = Effect.suspend(() => {
    inFlight -= 1
    return freed === undefined ? Effect.void : Deferred.succeed(freed, undefined)
  })

  const learn = (signal: Signal, startedAt: number): Effect.Effect<void> =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      if (signal === "nothing") return
      if (signal === "not reached") return cooldown.notReached(now)
      if (signal === "go on") {
        concurrency.grow()
        cooldown.answered(startedAt, now)
        return
      }
      concurrency.cut(startedAt, now)
      cooldown.pause(now, now + Duration.toMillis(signal))
    })

  return {
    admit: (attempt, signalOf) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const waiting: Waiting = (effect) => restore(withinDeadline(effect))
          if (Option.isNone(yield* pause)) return Option.none()
          const startedAt = Option.flatten(yield* inTurn(waiting, take(waiting)))
          if (Option.isNone(startedAt)) return Option.none()
          return yield* restore(attempt).pipe(
            Effect.tap(() => learn("go on", startedAt.value)),
            Effect.tapError((error) => learn(signalOf(error), startedAt.value)),
            Effect.ensuring(leave),
            Effect.asSome
          )
        })
      )
  }
}

/** Waits no longer than up to the deadline in force; false where that came first. */
const withinDeadline: Waiting = (effect) =>
  Effect.flatMap(remaining, (left) =>
    Duration.isFinite(left) ? Effect.map(Timer.timeoutOption(left)(effect), Option.isSome) : Effect.as(effect, true)
  )
