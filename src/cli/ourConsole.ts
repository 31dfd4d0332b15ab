import { stripVTControlCharacters } from "node:util"
import type * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { say } from "./say.js"

/** What is known of our commands. */
export interface Known {
  /** The names of options that take a value. */
  readonly optionNames: ReadonlyArray<string>
  /** All commands, a line each: the library writes every option of every command into theirs. */
  readonly commandList: string
}

/**
 * Runs a command of `@effect/cli` so that what it prints is in our form: refusals as ours are, and help without what says
 * nothing, with one line a command, and in colour on a terminal alone.
 */
export const inOurForm =
  ({ commandList, optionNames }: Known) =>
  <A, E, R>(run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.consoleWith((console) =>
      Effect.withConsole(run, {
        ...console,
        log: (help) => {
          const text = legible(commandList, String(help))
          return console.log(process.stdout.isTTY ? text : stripVTControlCharacters(text))
        },
        error: (refusal) =>
          say(`model-gateway: ${clearer(optionNames, stripVTControlCharacters(String(refusal)).trim())}`)
      } satisfies Console.Console)
    )

/** The library takes an option that is known, but has no value or stands twice, for one that is not. */
const clearer = (optionNames: ReadonlyArray<string>, refusal: string): string => {
  const [, name = ""] = /^Received unknown argument: '--([\w-]+)/.exec(refusal) ?? []
  return optionNames.includes(name) ? `--${name} needs a value, and may stand once` : refusal
}

/** Sentences that the library puts below each option. */
const empty = [
  "A user-defined piece of text.",
  "This option can be set from environment variables.",
  "This setting is optional.",
  "This argument may be repeated zero or more times.",
  "A true or false value."
]

const legible = (commandList: string, help: string): string =>
  help
    .replace(/(USAGE\S*\n\n\S*\$ )(?!model-gateway)/, "$1model-gateway ")
    .replace(/(COMMANDS\S*\n\n)[\s\S]*$/, (_, title) => `${title}${commandList}\n`)
    .split("\n")
    .filter((line) => !empty.includes(stripVTControlCharacters(line).trim()))
    .join("\n")
    .replace(/\n(\s*\n){2,}/g, "\n\n")
    .replace(/\n+$/, "\n")
