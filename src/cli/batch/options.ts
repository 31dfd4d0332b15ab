import * as Options from "@effect/cli/Options"
import { commonOptions } from "../calls/commonOptions.js"
import { checked } from "../checked.js"
import { workers } from "./workers.js"

const text = (name: string, kind: string, described: string) =>
  Options.text(name).pipe(Options.withPseudoName(kind), Options.withDescription(described))

const wholeUpTo = (most: number) => (given: string) =>
  /^[1-9]\d*$/.test(given) && Number(given) <= most ? Number(given) : undefined

const wholeNumber = (name: string, described: string) =>
  text(name, "number", described).pipe(
    checked(name, "a whole number from 1", wholeUpTo(Number.MAX_SAFE_INTEGER)),
    Options.optional
  )

const name = text("run", "name", "Names the run: under the same name it goes on; another name is another run.")

/** The name of a run, of whatever pipeline. */
export const run = checked("run", "given, and is empty", (given) => (given.trim() === "" ? undefined : given))(name)

/** The same, where all runs can be meant. */
export const anyRun = Options.optional(run)

/** The file that runs are kept in. */
export const store = text("store", "file", "The SQLite file that keeps runs, by default gateway-runs.sqlite.").pipe(
  Options.withDefault("gateway-runs.sqlite")
)

/** Prices of calls. */
export const prices = text("prices", "file", "What calls cost, as JSON, so that costs are told.").pipe(Options.optional)

const pipelines = Object.keys(workers)

/** The items of a run, and what is done with each. */
export const work = {
  run,
  input: text(
    "input",
    "file",
    "The items: a file, or - for standard input, as JSON Lines with one in each line, or a JSON array of them."
  ),
  pipeline: text(
    "pipeline",
    pipelines.join("|"),
    "What is done with each item; mixed, which is the default, takes items that say so themselves."
  ).pipe(
    checked("pipeline", `one of ${pipelines.join(", ")}`, (given) => workers[given]),
    Options.withDefault(workers.mixed)
  ),
  key: text(
    "key",
    "field",
    "The field of an item that tells it from the others of its run, such as audio.uri; by default id, else its digest."
  ).pipe(Options.optional),
  prices,
  store
} as const

/** How the items of a run are carried out. */
export const carrying = {
  output: text(
    "output",
    "file",
    "Results as JSON Lines, in a file that is whole or not there; left out, they are printed as they come."
  ).pipe(Options.optional),
  report: text("report", "directory", "Where report.json and report.html are written.").pipe(Options.optional),
  parallel: text("parallel", "number", "How many items are under way at once, by default 8.").pipe(
    checked("parallel", "a whole number from 1 to 99999", wholeUpTo(99_999)),
    Options.withDefault(8)
  ),
  inOrder: Options.boolean("in-order").pipe(
    Options.withDescription("Results in the order of the items; else as they come.")
  ),
  stopAfter: wholeNumber("stop-after", "Begins no further item once so many have failed."),
  stopRate: text("stop-rate", "percent", "The same once more than so much of 20 items or more have failed.").pipe(
    checked("stop-rate", "a number from 0 to 100", (given) =>
      /^\d+(\.\d+)?$/.test(given) && Number(given) <= 100 ? Number(given) : undefined
    ),
    Options.optional
  ),
  maxOrders: wholeNumber("max-orders", "Orders that the run may send, all its passes together; the rest are withheld."),
  json: Options.boolean("json").pipe(
    Options.withDescription("Prints what the batch came to as a line of JSON; the results then go to --output.")
  ),
  quiet: commonOptions.quiet,
  baseUrl: commonOptions.baseUrl,
  apiKeyFile: commonOptions.apiKeyFile,
  embedded: commonOptions.embedded
} as const

/** What is told is told as JSON. */
export const json = Options.boolean("json").pipe(Options.withDescription("Prints it as JSON, a line for each."))
