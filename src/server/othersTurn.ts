import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/**
 * A turn of the event loop, so that long work keeps no other caller waiting. `Effect.yieldNow` is none: it may go on before
 * the loop has turned.
 */
export const othersTurn: Effect.Effect<void> = Effect.withClock(Effect.sleep(0), Clock.make())
