import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as SubscriptionRef from "effect/SubscriptionRef"
import { countIn, countOut } from "./metrics.js"

/** Why a gate lets no request in, or out again before its end. */
export type Refusal = "busy" | "draining" | "cut"

/** Lets requests in, up to a number at once, until it is drained. */
export interface Gate {
  /** Runs `work` as a request in flight, or `refused` where none is let in, or where the work is cut off. */
  readonly admit: <A, E, R, A2, E2, R2>(
    work: Effect.Effect<A, E, R>,
    refused: (why: Refusal) => Effect.Effect<A2, E2, R2>
  ) => Effect.Effect<A | A2, E | E2, R | R2>
  /** Whether it still lets requests in, apart from how many are in flight. */
  readonly isOpen: Effect.Effect<boolean>
  /**
   * Lets no more in, and waits until what is in flight has ended. What has not after `timeout` is cut off, and how many they
   * were is told.
   */
  readonly drain: (timeout: Duration.DurationInput) => Effect.Effect<number>
}

/**
 * Ends when the gate through which a request came in cuts work off: what went on without its caller has no time left then.
 */
export class CutOff extends Context.Reference<CutOff>()("effect-model-gateway/CutOff", {
  defaultValue: (): { readonly comes: Effect.Effect<void> } => ({ comes: Effect.never })
}) {}

/** An open gate. */
export const makeGate = (maxConcurrent: number): Effect.Effect<Gate> =>
  Effect.gen(function* () {
    const state = yield* SubscriptionRef.make({ open: true, inFlight: 0 })
    const cut = yield* Deferred.make<void>()
    const enter = SubscriptionRef.modify(state, (now) => {
      const refusal: Refusal | undefined = !now.open ? "draining" : now.inFlight >= maxConcurrent ? "busy" : undefined
      return [refusal, refusal === undefined ? { ...now, inFlight: now.inFlight + 1 } : now] as const
    })
    const leave = Effect.zipRight(
      SubscriptionRef.update(state, (now) => ({ ...now, inFlight: now.inFlight - 1 })),
      countOut
    )
    const close = SubscriptionRef.update(state, (now) => ({ ...now, open: false }))
    const inGate = Effect.provideService(CutOff, { comes: Deferred.await(cut) })
    const empty = Stream.runHead(Stream.filter(state.changes, ({ inFlight }) => inFlight === 0))
    return {
      admit: <A, E, R, A2, E2, R2>(
        work: Effect.Effect<A, E, R>,
        refused: (why: Refusal) => Effect.Effect<A2, E2, R2>
      ) =>
        Effect.acquireUseRelease(
          Effect.tap(enter, (refusal) => (refusal === undefined ? countIn : Effect.void)),
          (refusal): Effect.Effect<A | A2, E | E2, R | R2> =>
            refusal === undefined
              ? unlessFirst(inGate(work), Effect.zipRight(Deferred.await(cut), refused("cut")))
              : refused(refusal),
          (refusal) => (refusal === undefined ? leave : Effect.void)
        ),
      isOpen: Effect.map(SubscriptionRef.get(state), ({ open }) => open),
      drain: (timeout) =>
        Effect.gen(function* () {
          yield* close
          yield* Effect.timeoutOption(empty, timeout)
          const { inFlight } = yield* SubscriptionRef.get(state)
          yield* Deferred.succeed(cut, undefined)
          yield* Effect.timeoutOption(empty, toBeCut)
          return inFlight
        }).pipe(Effect.interruptible, inRealTime)
    }
  })

/**
 * The work, unless the other ends first. A race alone would not wait for the work that a caller has left, and such work is
 * in flight until it has ended.
 */
const unlessFirst = <A, E, R, A2, E2, R2>(work: Effect.Effect<A, E, R>, other: Effect.Effect<A2, E2, R2>) =>
  Effect.acquireUseRelease(
    Effect.fork(Effect.interruptible(work)),
    (fiber) => Effect.raceFirst(Fiber.join(fiber), other),
    Fiber.interrupt
  )

/** The longest that work may take to be cut off. */
const toBeCut = "5 seconds"

/** A process that is told to stop has no time but the real one. */
const inRealTime = Effect.withClock(Clock.make())
