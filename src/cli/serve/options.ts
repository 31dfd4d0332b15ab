import * as Options from "@effect/cli/Options"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Either from "effect/Either"
import type { AudioNetwork } from "../../embedded/audio/AudioNetwork.js"
import type { Resubmission } from "../../engines/TranscriberEngine.js"
import { checked as checkedAs } from "../checked.js"

/** Every option can be given by environment too: `--speech-command` as `MODEL_GATEWAY_SERVE_SPEECH_COMMAND`. */
const variable = (name: string): string => `MODEL_GATEWAY_SERVE_${name.replaceAll("-", "_").toUpperCase()}`

const text = (name: string, kind: string, described: string) =>
  Options.text(name).pipe(
    Options.withPseudoName(kind),
    Options.withFallbackConfig(Config.string(variable(name))),
    Options.withDescription(`${described} [${variable(name)}]`),
    checked(name, "given, and is empty", (given) => (given === "" ? undefined : given))
  )

/** The same, wherever it was given. */
const checked = <A>(name: string, must: string, read: (given: string) => A | undefined) =>
  checkedAs(`${name} (${variable(name)})`, must, read)

const wholeNumber = (from: number, to: number) => (given: string) =>
  /^\d+$/.test(given) && Number(given) >= from && Number(given) <= to ? Number(given) : undefined

const oneOf =
  <A extends string>(all: ReadonlyArray<A>) =>
  (given: string) =>
    all.find((one) => one === given)

const resubmissions: ReadonlyArray<Resubmission> = ["replay", "reject", "overwrite"]

const audioNetworks: ReadonlyArray<AudioNetwork> = ["public", "local", "any"]

/** The options of `model-gateway serve`. */
export const options = {
  port: text("port", "number", "The port to listen on, by default 8080; 0 takes a free one.").pipe(
    checked("port", "a whole number from 0 to 65535", wholeNumber(0, 65_535)),
    Options.withDefault(8080)
  ),
  host: text(
    "host",
    "address",
    "The address to listen on, by default 127.0.0.1; 0.0.0.0 is every one of this machine."
  ).pipe(Options.withDefault("127.0.0.1")),
  key: text("key", "key", "The API key that callers must send; left out, one is generated and printed once.").pipe(
    Options.optional
  ),
  data: text("data", "directory", "Keeps tasks, assets and orders here over a restart; left out, in memory.").pipe(
    Options.optional
  ),
  upstream: text("upstream", "url", "The base URL of a gateway that answers instead of the engines.").pipe(
    checked("upstream", "an http or https URL without query, fragment or credentials", baseUrl),
    Options.optional
  ),
  upstreamKeyEnv: text("upstream-key-env", "name", "The environment variable that holds the upstream's API key.").pipe(
    Options.withDefault("MODEL_GATEWAY_API_KEY")
  ),
  publicUrl: text("public-url", "url", "How callers reach it: stands in front of the URLs of assets.").pipe(
    checked("public-url", "an http or https URL without query, fragment or credentials", baseUrl),
    Options.optional
  ),
  speechCommand: text(
    "speech-command",
    "command",
    "A program that writes the text of an audio file, {file}, to its standard output; run without a shell."
  ).pipe(Options.optional),
  speed: text(
    "speed",
    "number",
    "Seconds of a recording that are transcribed in one, by default 20; not with a speech command."
  ).pipe(
    checked("speed", "a number above 0", (given) => (Number(given) > 0 ? Number(given) : undefined)),
    Options.withDefault(20)
  ),
  audioNetwork: text(
    "audio-network",
    audioNetworks.join("|"),
    "Where recordings may be downloaded from: public addresses; also loopback and private ones (local, which is the " +
      "default); also link-local and metadata ones (any)."
  ).pipe(
    checked("audio-network", audioNetworks.join(" or "), oneOf(audioNetworks)),
    Options.withDefault("local" as const)
  ),
  resubmission: text(
    "resubmission",
    resubmissions.join("|"),
    "What becomes of a transcription's id that is submitted again: it keeps its first task (replay, which is the default), " +
      "is refused (reject), or stands for the new task (overwrite)."
  ).pipe(
    checked("resubmission", resubmissions.join(" or "), oneOf(resubmissions)),
    Options.withDefault("replay" as const)
  ),
  faults: text("faults", "file", "A plan of faults, as JSON, by which the gateway fails on purpose.").pipe(
    Options.optional
  ),
  drainSeconds: text(
    "drain-seconds",
    "number",
    "How long requests in flight may go on after Ctrl-C or SIGTERM, by default 30."
  ).pipe(checked("drain-seconds", "a whole number up to 86400", wholeNumber(0, 86_400)), Options.withDefault(30)),
  logJson: Options.boolean("log-json").pipe(
    Options.withDescription(`Logs each request as a line of JSON. [${variable("log-json")}=true]`)
  ),
  noUi: Options.boolean("no-ui").pipe(Options.withDescription(`Serves no front page at /. [${variable("no-ui")}=true]`))
} as const

/** The names of the options that take a value, as they are written on the command line. */
export const optionNames: ReadonlyArray<string> = Object.keys(options).map((name) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
)

/** The flags that an environment can set, for the command line knows no third state of a flag. */
export const flags = Config.all({ logJson: flag("log-json"), noUi: flag("no-ui") })

function flag(name: string): Config.Config<boolean> {
  return Config.withDefault(
    Config.mapOrFail(Config.string(variable(name)), (given) =>
      given === "true" || given === "false"
        ? Either.right(given === "true")
        : Either.left(ConfigError.InvalidData([], `${variable(name)} must be true or false`))
    ),
    false
  )
}

function baseUrl(given: string): string | undefined {
  const url = URL.canParse(given) ? new URL(given) : undefined
  const plain = url !== undefined && [url.search, url.hash, url.username, url.password].every((part) => part === "")
  return plain && /^https?:$/.test(url.protocol) ? given : undefined
}
