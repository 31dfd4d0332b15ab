import { stripVTControlCharacters } from "node:util"
import type * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { say } from "./say.js"

/** What is known of the commands that are asked for. */
export interface Known {
  /** What is written before a command's own name, such as `model-gateway`. */
  readonly path: string
  /** What is said of an option that the library takes for unknown, where it would be more than that. */
  readonly refusedOption: (name: string) => string | undefined
  /** All commands, a line each: the library writes every option of every command into theirs. */
  readonly commandList: string
}

/**
 * Runs a command of `@effect/cli` so that what it prints is in our form: refusals as ours are, and help without what says
 * nothing, with one line a command, and in colour on a terminal alone.
 */
export const inOurForm =
  (known: Known) =>
  <A, E, R>(run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.consoleWith((console) =>
      Effect.withConsole(run, {
        ...console,
        log: (help) => {
          const text = legible(known, String(help))
          return console.log(process.stdout.isTTY ? text : stripVTControlCharacters(text))
        },
        error: (refusal) => say(`model-gateway: ${clearer(known, stripVTControlCharacters(String(refusal)).trim())}`)
      } satisfies Console.Console)
    )

/**
 * The library takes an option that is known, but has no value or stands twice, for one that is not, or misses another one for
 * it; and names the commands of the root for those of every command.
 */
const clearer = ({ commandList, path, refusedOption }: Known, refusal: string): string => {
  const [, unknown] = /^Received unknown argument: '(--[\w-]+)/.exec(refusal) ?? []
  if (unknown !== undefined) return refusedOption(unknown) ?? refusal
  if (refusal.startsWith("Invalid subcommand")) {
    const names = commandList.split("\n").map((line) => line.trim().replace(/ .*/, ""))
    return `${path} has no such command; it has ${names.join(", ")}`
  }
  const missing = [...refusal.matchAll(/Expected to find option: '(--[\w-]+)'/g)].map(([, name]) => name)
  if (missing.length === 0) return refusal
  return `${missing.join(", ")} must be given, or another option lacks its value or stands twice`
}

/** Sentences that the library puts below each option. */
const empty = [
  "A user-defined piece of text.",
  "This option can be set from environment variables.",
  "This setting is optional.",
  "This argument may be repeated zero or more times.",
  "A true or false value."
]

const legible = ({ commandList, path }: Known, help: string): string =>
  help
    .replace(
      /(USAGE\S*\n\n\S*\$ )(\S+)/,
      (_, before, name) => `${before}${path.endsWith(name) ? path : `${path} ${name}`}`
    )
    .replace(/(COMMANDS\S*\n\n)[\s\S]*$/, (_, title) => `${title}${commandList}\n`)
    .split("\n")
    .filter((line) => !empty.includes(stripVTControlCharacters(line).trim()))
    .join("\n")
    .replace(/\n(\s*\n){2,}/g, "\n\n")
    .replace(/\n+$/, "\n")
