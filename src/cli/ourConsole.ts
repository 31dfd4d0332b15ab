import { stripVTControlCharacters } from "node:util"
import type * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { say } from "./say.js"

/**
 * Runs a command of `@effect/cli` so that what it prints is in our form: refusals as ours are, and help without what says
 * nothing, and in colour on a terminal alone.
 */
export const inOurForm =
  (optionNames: ReadonlyArray<string>) =>
  <A, E, R>(run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.consoleWith((console) =>
      Effect.withConsole(run, {
        ...console,
        log: (help) =>
          console.log(process.stdout.isTTY ? legible(String(help)) : stripVTControlCharacters(legible(String(help)))),
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
  "This setting is optional."
]

const legible = (help: string): string =>
  help
    .split("\n")
    .filter((line) => !empty.includes(stripVTControlCharacters(line).trim()))
    .join("\n")
    .replace(/\n(\s*\n){2,}/g, "\n\n")
