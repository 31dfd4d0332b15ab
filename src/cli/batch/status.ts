import * as Command from "@effect/cli/Command"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Execution } from "../../durable/Execution.js"
import { failureOf } from "../../pipelines/batch/failureOf.js"
import { columns } from "../calls/columns.js"
import { helpOf } from "../calls/helpOf.js"
import { printable } from "../calls/printable.js"
import { WrongUsage } from "../WrongUsage.js"
import { anyRun, json, store } from "./options.js"
import { stored } from "./stores.js"
import type { RunTotals, Standing } from "./survey.js"
import { standingOf, survey } from "./survey.js"

/** `model-gateway batch status`: how the runs of a store stand, also while another process works on it. */
export const status = Command.make("status", { run: anyRun, store, json }, ({ json, run, store }) =>
  Effect.gen(function* () {
    const { notDone, runs } = yield* survey(Option.getOrUndefined(run))
    if (Option.isSome(run) && runs.length === 0) yield* noSuchRun(run.value, store)
    const named = Option.isNone(run) ? [] : notDone.map(namedOf)
    const lines = json ? [...runs, ...named].map((one) => JSON.stringify(one)) : tables(runs, named)
    yield* Console.log(lines.join("\n"))
  }).pipe(Effect.provide(stored(store)))
).pipe(
  Command.withDescription(
    helpOf(
      "Tells how the runs of a store stand, and of one run which items failed or are under way: at most 20 of each. It reads beside a batch that is running.",
      [
        `echo '{"model":"any","input":"a"}' | model-gateway batch run --run monday --pipeline embed --input -`,
        "model-gateway batch status",
        "model-gateway batch status --run monday"
      ]
    )
  )
)

/** That a store does not have a run. */
export const noSuchRun = (run: string, store: string): WrongUsage =>
  new WrongUsage({ message: `--run ${run}: ${store} has no such run; batch status lists those that it has` })

/** An item that did not end well, or has not ended. */
interface Named {
  readonly item: string
  readonly pipeline: string
  readonly state: Standing
  readonly startedAt: number
  readonly failure?: string | undefined
}

const namedOf = (execution: Execution): Named => {
  const { failure, item, pipeline, startedAt } = execution
  const state = standingOf(execution)
  return { item, pipeline, state, startedAt, failure: state === "underWay" ? undefined : failureOf(failure).message }
}

const tables = (runs: ReadonlyArray<RunTotals>, named: ReadonlyArray<Named>): ReadonlyArray<string> => [
  ...columns([["run", "pipeline", "done", "failed", "withheld", "under way", "since", "until"], ...runs.map(cellsOf)]),
  ...columns(
    named.map(({ failure = "", item, startedAt, state }) => [
      words[state],
      printable(item),
      state === "underWay" ? `since ${timeOf(startedAt)}` : printable(failure)
    ])
  )
]

const words: Readonly<Record<Standing, string>> = {
  done: "done",
  failed: "failed",
  underWay: "under way",
  withheld: "withheld"
}

const cellsOf = ({ done, endedAt, failed, pipeline, run, startedAt, underWay, withheld }: RunTotals) => [
  printable(run),
  pipeline,
  ...[done, failed, withheld, underWay].map(String),
  timeOf(startedAt),
  endedAt === undefined ? "" : timeOf(endedAt)
]

const timeOf = (millis: number): string => DateTime.formatIso(DateTime.unsafeMake(millis)).replace(/\.\d+/, "")
