import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Console from "effect/Console"
import type * as Operation from "../../schemas/Operation.js"
import { operations as all } from "../../schemas/operations.js"
import { columns } from "../calls/columns.js"
import { helpOf } from "../calls/helpOf.js"

const json = Options.boolean("json").pipe(Options.withDescription("Prints a line of JSON for each."))

/** `model-gateway operations`: what the gateway can be asked for, from the contract's own data. */
export const operations = Command.make("operations", { json }, ({ json }) =>
  Console.log((json ? all.map((operation) => JSON.stringify(factsOf(operation))) : table).join("\n"))
).pipe(
  Command.withDescription(
    helpOf("Lists the operations of the gateway: name, method, path, and what a repeated request would do.", [
      "model-gateway operations",
      "model-gateway operations --json"
    ])
  )
)

const factsOf = ({ documentation, method, name, path, safety }: Operation.Any) => ({
  name,
  method,
  path,
  safety: safety._tag,
  summary: documentation?.summary
})

const repeated: Readonly<Record<Operation.Any["safety"]["_tag"], string>> = {
  Read: "changes nothing",
  Keyed: "names the same task",
  Order: "costs money"
}

const table = columns(all.map(({ method, name, path, safety }) => [name, method, path, repeated[safety._tag]]))
