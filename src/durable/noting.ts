import * as Effect from "effect/Effect"
import { recorded } from "../pipelines/batch/recorded.js"
import { addCall } from "../steps/addCall.js"
import type { HearCall } from "../steps/CallListener.js"
import { CallListener } from "../steps/CallListener.js"
import type { Cap } from "../steps/OrderCap.js"
import { OrderCap } from "../steps/OrderCap.js"
import { StepClaim } from "../steps/StepClaim.js"
import type { NotedExecution, RunNotes } from "./RunNotes.js"

/**
 * Has the calls of an execution noted, as they go on to whoever listened before, and its orders counted for its run; a cap around
 * it holds beside that of the run.
 */
export const noting =
  (notes: typeof RunNotes.Service, noted: NotedExecution) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.gen(function* () {
      const { execution, item, run } = noted
      const { listen } = yield* CallListener
      const hear: HearCall = (call) =>
        Effect.gen(function* () {
          yield* Effect.forEach(addCall([], call), (sum) => notes.addCalls(noted, sum))
          // In this order, so that an order is rather counted twice than never where the process is killed in between.
          if (call.safety === "Order") yield* (yield* StepClaim).counted
          yield* listen(call)
        })
      const heard = Effect.provideService(work, CallListener, { listen: hear })
      const around = yield* OrderCap
      const capped =
        run === "" ? heard : Effect.provideService(heard, OrderCap, OrderCap.both(around, capOf(notes, run)))
      const { keepRecord } = notes
      if (keepRecord === undefined) return yield* capped
      const [exit, record] = yield* recorded(item, capped)
      yield* keepRecord(execution, record)
      return yield* exit
    })

const capOf = ({ giveOrderBack, takeOrder }: typeof RunNotes.Service, run: string): Cap => ({
  take: takeOrder(run),
  giveBack: giveOrderBack(run)
})
