import * as Command from "@effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { EmbeddedGateway } from "../../embedded/EmbeddedGateway.js"
import { version } from "../version.js"
import { WrongUsage } from "../WrongUsage.js"
import type { Given } from "./gatewayOptions.js"
import { gatewayOptions } from "./gatewayOptions.js"
import { options } from "./options.js"
import { jsonLog, plainLog } from "./requestLog.js"

/** `model-gateway serve`: a gateway that runs until it is told to stop. */
export const serve = Command.make("serve", options, (given) => run(given)).pipe(
  Command.withDescription("Serves a gateway: by the embedded engines, or in front of another gateway (--upstream).")
)

const run = (given: Given) =>
  Effect.gen(function* () {
    const { logJson, ...wanted } = yield* gatewayOptions(given)
    const stopping = Console.error(
      "model-gateway: stopping once what is in flight has ended; Ctrl-C again stops at once"
    )
    return yield* Effect.zipRight(
      announce(given),
      Effect.onInterrupt(Effect.never, () => stopping)
    ).pipe(Effect.provide(EmbeddedGateway.layer(wanted)), Effect.provide(logJson ? jsonLog : plainLog))
  }).pipe(Effect.mapError((error) => new WrongUsage({ message: error.message })))

/** What a user must know, on standard error, so that standard output is the log alone. */
const announce = ({ data, faults, key, upstream }: Given) =>
  Effect.flatMap(EmbeddedGateway, ({ apiKey, baseUrl }) =>
    Console.error(
      [
        `model-gateway ${version} listens on ${baseUrl}`,
        Option.match(upstream, { onNone: () => "answers:  the embedded engines", onSome: (url) => `answers:  ${url}` }),
        Option.match(key, {
          onNone: () => `API key:  ${Redacted.value(apiKey)}  (generated; --key sets your own)`,
          onSome: () => "API key:  the one given"
        }),
        Option.match(data, {
          onNone: () => "keeps:    tasks, assets and orders in memory, until it stops",
          onSome: (directory) => `keeps:    tasks, assets and orders in ${directory}`
        }),
        ...Option.match(faults, {
          onNone: () => [],
          onSome: (file) => [`faults:   on, by the plan ${file}; GET /faults/journal tells what it did`]
        }),
        "Ctrl-C stops it."
      ].join("\n")
    )
  )
