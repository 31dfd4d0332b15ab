import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** What a program needs to be found, to find its files and to know the language. Keys of the gateway are not among it. */
const names = [
  "PATH",
  "HOME",
  "TMPDIR",
  "LANG",
  ...["ALL", "COLLATE", "CTYPE", "MESSAGES", "MONETARY", "NUMERIC", "TIME"].map((category) => `LC_${category}`)
]

/** The variables for a program that is started, by name, as far as the configuration has them. */
export const environment: Effect.Effect<Readonly<Record<string, string>>> = Effect.map(
  Effect.forEach(names, (name) =>
    Effect.option(Effect.map(Config.string(name), (value): [string, string] => [name, value]))
  ),
  (found) => Object.fromEntries(found.flatMap(Option.toArray))
)
