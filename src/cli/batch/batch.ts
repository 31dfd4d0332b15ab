import * as Command from "@effect/cli/Command"
import { plan } from "./plan.js"
import { purge } from "./purge.js"
import { report } from "./report.js"
import { retry, run } from "./run.js"
import { status } from "./status.js"

/** `model-gateway batch`: pipelines over any number of items, in runs that are kept. */
export const batch = Command.make("batch").pipe(
  Command.withDescription(
    "Runs a pipeline over any number of items: a run is kept, goes on after any stop, and ends in a report."
  ),
  Command.withSubcommands([run, retry, plan, status, report, purge])
)
