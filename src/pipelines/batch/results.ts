import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Random from "effect/Random"
import * as Stream from "effect/Stream"
import { OrderCap } from "../../steps/OrderCap.js"
import type { BatchOptions } from "./BatchOptions.js"
import { makeBreakage } from "./breakage.js"
import { carryOut } from "./carryOut.js"
import type { ItemResult } from "./ItemResult.js"
import type { Items } from "./Items.js"
import { givenOf } from "./Items.js"
import type { Job } from "./Job.js"
import type { Stops } from "./stops.js"

/**
 * The results of a pass over a run: as many items are under way, or wait to be taken, as `concurrency` says. Where the items
 * cannot be read any further, those under way end first.
 */
export const resultsOf = <I, B, E, R, E2, R2>(
  job: Job<I, B, E, R>,
  items: Items<I, E2, R2>,
  { concurrency = 8, key, order, retry, runId, stopWhen }: BatchOptions<I>,
  { saw, stopped }: Stops
): Stream.Stream<ItemResult<B, E>, E2, R | R2> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const most = stopWhen?.orders
      const own = yield* OrderCap
      const { work } = job
      if (work._tag === "Kept") yield* work.limitOrders(runId, most)
      // Of kept work the store counts, for the passes of other processes too; a cap of the program's own holds beside either.
      const cap = work._tag === "Kept" || most === undefined ? own : OrderCap.both(own, yield* OrderCap.make(most))
      const pass = (yield* Random.nextIntBetween(0, 2 ** 48)).toString(36)
      const carried = carryOut(job, { run: runId, pass, key, retry })
      const { breakWith, raise } = yield* makeBreakage<E2>(Effect.void)
      return givenOf(job, items).pipe(
        // A source that has nothing at the moment is left at once; what it had given already is not begun.
        Stream.interruptWhenDeferred(stopped),
        Stream.catchAllCause((cause) => Stream.execute(breakWith(cause))),
        Stream.takeUntilEffect(() => Deferred.isDone(stopped)),
        Stream.mapEffect(
          (given) =>
            Effect.flatMap(Deferred.isDone(stopped), (isStopped) =>
              isStopped ? Effect.succeedNone : Effect.asSome(Effect.tap(carried(given), saw))
            ).pipe(Effect.provideService(OrderCap, cap)),
          { concurrency, unordered: order !== "input" }
        ),
        Stream.filterMap(identity),
        Stream.concat(Stream.execute(raise))
      )
    })
  )
