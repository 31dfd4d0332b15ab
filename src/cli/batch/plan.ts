import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import type { BatchPlan, PlannedState } from "../../pipelines/batch/BatchPlan.js"
import type { PlannedCall } from "../../pipelines/PlannedCall.js"
import { columns } from "../calls/columns.js"
import { helpOf } from "../calls/helpOf.js"
import { printable } from "../calls/printable.js"
import { SomeFailed } from "../calls/SomeFailed.js"
import { say } from "../say.js"
import { engineLogger } from "./engineLog.js"
import { itemsIn } from "./items.js"
import { json, work } from "./options.js"
import { pricesIn } from "./prices.js"
import { checkInstalled, unusable } from "./stores.js"
import { costWords } from "./summaryLines.js"

const retry = Options.boolean("retry").pipe(Options.withDescription("Plans batch retry: what failed is work too."))

/** `model-gateway batch plan`: what `batch run` would do, without doing it. */
export const plan = Command.make(
  "plan",
  { ...work, retry, json },
  ({ input, json, key, pipeline, retry, run, ...given }) =>
    Effect.gen(function* () {
      const { items, key: keyOf } = yield* itemsIn(input, Option.getOrUndefined(key))
      const options = {
        runId: run,
        key: keyOf,
        prices: yield* pricesIn(given.prices),
        retry: retry ? ("failed" as const) : undefined
      }
      const store = yield* existing(given.store)
      const planned = yield* pipeline
        .plan({ items, store, options })
        .pipe(
          Effect.catchTag("DurableStoreUnusable", unusable),
          Effect.provide(Logger.replace(Logger.defaultLogger, engineLogger))
        )
      yield* Console.log((json ? [JSON.stringify(planned)] : tables(planned)).join("\n"))
      for (const { message } of planned.failures) yield* say(`model-gateway: ${printable(message)}`)
      const untold = planned.states.refused - planned.failures.length
      if (untold > 0) yield* say(`model-gateway: and ${untold} more were refused`)
      if (planned.states.refused > 0) yield* new SomeFailed()
    })
).pipe(
  Command.withDescription(
    helpOf(
      "Tells what batch run would do with the same items: how many are new or done, which calls it would make, and what they cost. It sends nothing, and needs no gateway.",
      [`echo '{"model":"any","input":"a"}' | model-gateway batch plan --run monday --pipeline embed --input -`]
    )
  )
)

/** Where no run was kept yet, all is new, and no file is made to tell so. */
const existing = (store: string) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    if (!(yield* Effect.orElseSucceed(files.exists(store), () => true))) return undefined
    yield* checkInstalled
    return store
  })

const tables = (plan: BatchPlan): ReadonlyArray<string> => [
  ...columns([
    ...states.filter(([state]) => plan.states[state] > 0).map(([state, word]) => [`${plan.states[state]}`, word]),
    [`${plan.work}`, `of ${plan.items} would be carried out`]
  ]),
  ...columns(plan.calls.map(cellsOf)),
  ...(plan.untold === 0 ? [] : [`${plan.untold} items do not tell their calls`]),
  ...(plan.cost === undefined ? [] : [`cost at least ${costWords(plan.cost)}`])
]

const states: ReadonlyArray<readonly [PlannedState, string]> = [
  ["new", "new"],
  ["changed", "changed since the last pass"],
  ["underWay", "under way since an earlier pass"],
  ["withheld", "withheld, for the cap on orders was reached"],
  ["done", "done"],
  ["failed", "failed"],
  ["repeated", "the same item again"],
  ["refused", "refused"]
]

const cellsOf = ({ atLeast, bytes, calls, model = "", operation }: PlannedCall) => [
  operation,
  model,
  `${calls} ${calls === 1 ? "call" : "calls"}${atLeast ? " or more" : ""}`,
  bytes === 0 ? "" : `${bytes} bytes`
]
