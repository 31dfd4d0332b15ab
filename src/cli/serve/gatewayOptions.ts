import type * as Command from "@effect/cli/Command"
import type * as FileSystem from "@effect/platform/FileSystem"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { parseArgsStringToArgv } from "string-argv"
import type { EmbeddedGatewayOptions } from "../../embedded/EmbeddedGateway.js"
import { installed } from "../nativeSqlite.js"
import { version } from "../version.js"
import { WrongUsage } from "../WrongUsage.js"
import { faultPlan } from "./faultPlan.js"
import type { options } from "./options.js"
import { flags } from "./options.js"

/** What was given to `model-gateway serve`. */
export type Given = Command.Command.ParseConfig<typeof options>

/** The gateway that was asked for, and how it logs. */
export const gatewayOptions = (
  given: Given
): Effect.Effect<EmbeddedGatewayOptions & { readonly logJson: boolean }, WrongUsage, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const environment = yield* Effect.mapError(flags, (error) => wrong(saidBy(error)))
    yield* checkTogether(given)
    return {
      port: given.port,
      host: given.host,
      apiKey: yield* checkKey(given.key),
      data: yield* data(given.data),
      upstream: yield* upstream(given),
      assetBaseUrl: Option.getOrUndefined(given.publicUrl),
      hosts: [given.host, ...Option.toArray(Option.map(given.publicUrl, (url) => new URL(url).hostname))],
      speech: yield* speech(given.speechCommand),
      speed: given.speed,
      audioNetwork: given.audioNetwork,
      resubmission: given.resubmission,
      faults: yield* Effect.transposeMapOption(given.faults, faultPlan).pipe(Effect.map(Option.getOrUndefined)),
      drainTimeout: `${given.drainSeconds} seconds`,
      ui: !(given.noUi || environment.noUi),
      logRequests: true,
      info: { version },
      logJson: given.logJson || environment.logJson
    }
  })

const wrong = (message: string) => new WrongUsage({ message })

/** Without the brackets and the path that Effect puts around it. */
const saidBy = (error: ConfigError.ConfigError): string =>
  ConfigError.isConfigError(error) && error._op === "InvalidData" ? error.message : String(error)

const isKey = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

/** What the engines would do has no effect where they do not answer. */
const checkTogether = ({ data, speechCommand, upstream }: Given) =>
  Option.isSome(upstream) && (Option.isSome(data) || Option.isSome(speechCommand))
    ? wrong("--upstream answers instead of the engines: leave out --data and --speech-command, which are theirs")
    : Effect.void

const data = (directory: Option.Option<string>) =>
  Option.isSome(directory) && installed() === undefined
    ? wrong("--data needs SQLite, which is not installed: npm install libsql@^0.5.29")
    : Effect.succeed(Option.getOrUndefined(directory))

const checkKey = (key: Option.Option<string>) =>
  Option.match(key, {
    onNone: () => Effect.succeed(undefined),
    onSome: (text) =>
      isKey(text)
        ? Effect.succeed(Redacted.make(text))
        : wrong("--key must be printable ASCII without spaces, and not empty")
  })

const upstream = ({ upstream: url, upstreamKeyEnv: name }: Given) =>
  Option.match(url, {
    onNone: () => Effect.succeed(undefined),
    onSome: (baseUrl) =>
      Config.nonEmptyString(name).pipe(
        Effect.mapError(() =>
          wrong(
            `--upstream needs the upstream's API key in ${name}, which is not set; --upstream-key-env names another`
          )
        ),
        Effect.filterOrFail(isKey, () =>
          wrong(`${name} must be printable ASCII without spaces, for it is sent as a header`)
        ),
        Effect.map((key) => ({ baseUrl, apiKey: Redacted.make(key) }))
      )
  })

const speech = (command: Option.Option<string>) =>
  Option.match(command, {
    onNone: () => Effect.succeed(undefined),
    onSome: (line) => {
      const [program, ...args] = parseArgsStringToArgv(line)
      return program === undefined
        ? wrong('--speech-command must name a program, such as "pocketsphinx_continuous -infile {file}"')
        : Effect.succeed({ command: [program, ...args] as const })
    }
  })
