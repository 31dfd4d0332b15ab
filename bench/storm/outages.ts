import { Clock, Effect, Random } from "effect"
import type { TcpProxy } from "../../test/support/tcpProxy.js"
import type { Interval } from "./least.js"

/**
 * Stops a listener for a short time now and then, cutting every connection, until it is interrupted; tells of each time in
 * which nothing listened.
 */
export const outages = (seed: number, proxy: TcpProxy, told: (outage: Interval) => void): Effect.Effect<never> =>
  Effect.gen(function* () {
    yield* Effect.sleep(yield* Random.nextRange(1_000, 3_000))
    const pause = yield* Random.nextRange(100, 300)
    yield* Effect.uninterruptible(
      Effect.gen(function* () {
        const from = yield* Clock.currentTimeMillis
        yield* proxy.stop
        yield* Effect.sleep(pause)
        yield* proxy.listen
        told({ from, to: yield* Clock.currentTimeMillis })
      })
    )
  }).pipe(Effect.forever, Effect.withRandom(Random.make(seed)))
