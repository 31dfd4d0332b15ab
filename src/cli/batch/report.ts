import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { RunRecords } from "../../durable/RunRecords.js"
import { reportOf } from "../../pipelines/report/reportOf.js"
import { writeReport } from "../../pipelines/report/writeReport.js"
import { costOf } from "../../schemas/PriceTable.js"
import { helpOf } from "../calls/helpOf.js"
import { WrongUsage } from "../WrongUsage.js"
import { prices, run, store } from "./options.js"
import { pricesIn } from "./prices.js"
import { noSuchRun } from "./status.js"
import { stored, unusable } from "./stores.js"
import { survey } from "./survey.js"

const options = {
  run,
  pipeline: Options.text("pipeline").pipe(
    Options.withPseudoName("name"),
    Options.withDescription("The pipeline, where the run has items of more than one."),
    Options.optional
  ),
  store,
  out: Options.text("out").pipe(
    Options.withPseudoName("directory"),
    Options.withDescription("Where report.json and report.html are written; made where it is missing.")
  ),
  prices
}

/** `model-gateway batch report`: what a store knows of a run as a report, also while another process works on it. */
export const report = Command.make("report", options, ({ out, pipeline, prices, run, store }) =>
  Effect.gen(function* () {
    const table = yield* pricesIn(prices)
    const { records } = yield* RunRecords
    const about = { run, pipeline: yield* pipelineOf(run, pipeline, store) }
    const found = yield* Effect.mapError(reportOf(records(about), about), unusable)
    const cost = table === undefined ? undefined : costOf(found.calls.byModel, table)
    const files = yield* Effect.mapError(
      writeReport(out, { ...found, ...(cost && { cost }) }),
      ({ message }) => new WrongUsage({ message: `--out: ${message}` })
    )
    yield* Console.log(`${files.html}\n${files.json}`)
  }).pipe(Effect.provide(stored(store)))
).pipe(
  Command.withDescription(
    helpOf(
      "Writes what a store knows of a run as report.json and report.html, and prints their paths. It reads beside a batch that is running.",
      [
        `echo '{"model":"any","input":"a"}' | model-gateway batch run --run monday --pipeline embed --input -`,
        "model-gateway batch report --run monday --out monday"
      ]
    )
  )
)

const pipelineOf = (run: string, given: Option.Option<string>, store: string) =>
  Effect.gen(function* () {
    const names = (yield* survey(run)).runs.map(({ pipeline }) => pipeline)
    const [first, ...others] = Option.match(given, {
      onNone: () => names,
      onSome: (name) => names.filter((one) => one === name)
    })
    if (first === undefined) return yield* noSuchRun(run, store)
    return others.length === 0
      ? first
      : yield* new WrongUsage({
          message: `--run ${run} has items of several pipelines: give --pipeline, one of ${names.join(", ")}`
        })
  })
