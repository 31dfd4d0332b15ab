import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { CallSum } from "../../schemas/CallSum.js"
import { addCall } from "../../steps/addCall.js"
import { CallListener } from "../../steps/CallListener.js"
import type { ProgressEvent } from "../../steps/Progress.js"
import { ProgressListener } from "../../steps/Progress.js"
import { failureOfCause } from "./failureOf.js"
import type { ItemRecord, StepRecord } from "./ItemRecord.js"

/** Runs the work on an item, and records its steps and calls, which go on to whoever listened before too. */
export const recorded = <B, E, R>(
  item: string,
  work: Effect.Effect<B, E, R>
): Effect.Effect<readonly [exit: Exit.Exit<B, E>, record: ItemRecord], never, R> =>
  Effect.gen(function* () {
    const startedAt = yield* Clock.currentTimeMillis
    const outer = { progress: yield* ProgressListener, calls: yield* CallListener }
    const steps = new Map<string, StepRecord>()
    let calls: ReadonlyArray<CallSum> = []
    const exit = yield* work.pipe(
      Effect.provideService(ProgressListener, {
        listen: (event) =>
          Effect.zipRight(
            Effect.sync(() => take(steps, event)),
            outer.progress.listen(event)
          )
      }),
      Effect.provideService(CallListener, {
        listen: (event) =>
          Effect.suspend(() => {
            calls = addCall(calls, event)
            return outer.calls.listen(event)
          })
      }),
      Effect.exit
    )
    const endedAt = yield* Clock.currentTimeMillis
    const about = { item, startedAt, endedAt, steps: [...steps.values()], calls }
    if (Exit.isSuccess(exit)) return [exit, { ...about, state: "done" }] as const
    return [exit, { ...about, state: "failed", failure: failureOfCause(exit.cause) }] as const
  })

const take = (steps: Map<string, StepRecord>, { at, kind, path, state }: ProgressEvent): void => {
  if (kind !== "step" || state === "waiting") return
  const startedAt = steps.get(path)?.startedAt ?? at
  if (state === "started") steps.set(path, { step: path, state: "running", startedAt: at })
  else steps.set(path, { step: path, state: state === "failed" ? "failed" : "done", startedAt, endedAt: at })
}
