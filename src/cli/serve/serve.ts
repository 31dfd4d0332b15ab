import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { EmbeddedGateway } from "../../embedded/EmbeddedGateway.js"
import { say } from "../say.js"
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
    const stopping = say("model-gateway: stopping once what is in flight has ended; Ctrl-C again stops at once")
    return yield* Effect.zipRight(
      announce(given),
      Effect.onInterrupt(Effect.never, () => stopping)
    ).pipe(Effect.provide(EmbeddedGateway.layer(wanted)), Effect.provide(logJson ? jsonLog : plainLog))
  }).pipe(Effect.mapError((error) => new WrongUsage({ message: error.message })))

/** What a user must know, on standard error, so that standard output is the log alone. */
const announce = (given: Given) =>
  Effect.flatMap(EmbeddedGateway, ({ apiKey, baseUrl }) =>
    say(
      [
        `model-gateway ${version} listens on ${baseUrl}`,
        `answers:  ${answersBy(given)}`,
        `API key:  ${Option.isSome(given.key) ? "the one given" : `${Redacted.value(apiKey)}  (generated; --key sets your own)`}`,
        ...(Option.isSome(given.upstream) ? [] : [`keeps:    tasks, assets and orders in ${keptIn(given)}`]),
        `pages:    ${given.noUi ? "" : `${baseUrl}/ shows what it has seen, `}${baseUrl}/docs every operation`,
        ...Option.match(given.faults, {
          onNone: () => [],
          onSome: (file) => [`faults:   on, by the plan ${file}; GET /faults/journal tells what it did`]
        }),
        "Ctrl-C stops it."
      ].join("\n")
    )
  )

const answersBy = ({ speechCommand, upstream }: Given): string =>
  Option.getOrElse(upstream, () =>
    Option.match(speechCommand, {
      onNone: () => "the embedded engines",
      onSome: (command) => `the embedded engines; speech is recognised by ${command}`
    })
  )

const keptIn = ({ data }: Given): string => Option.getOrElse(data, () => "memory, until it stops")
