import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"

/**
 * An interruption that reaches kept work from outside of its own fiber is that of an engine which stops: as a failure it would be
 * kept, and the work is to be taken up again. Where none stops, the work interrupted itself, which would be taken up for ever:
 * that is a defect of the work.
 */
export const notByItself =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.catchAllCause(effect, (cause) =>
      Cause.isInterruptedOnly(cause)
        ? Effect.delay(Effect.dieMessage(`${name} interrupted itself`), whileStopping)
        : Effect.failCause(cause)
    )

/** By then an engine that stops has stopped. */
const whileStopping = "5 seconds"
