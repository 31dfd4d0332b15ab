import * as Command from "@effect/cli/Command"
import * as HelpDoc from "@effect/cli/HelpDoc"
import * as Options from "@effect/cli/Options"
import * as ValidationError from "@effect/cli/ValidationError"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Runs } from "../../durable/Runs.js"
import { helpOf } from "../calls/helpOf.js"
import { WrongUsage } from "../WrongUsage.js"
import { anyRun, store } from "./options.js"
import { stored, unusable } from "./stores.js"

const olderThan = Options.text("older-than").pipe(
  Options.withPseudoName("duration"),
  Options.withDescription("Forgets what ended longer ago than this, such as 30d or 12h."),
  Options.mapEffect((given) => Option.match(durationOf(given), { onNone: () => notADuration, onSome: Effect.succeed })),
  Options.optional
)

/** `model-gateway batch purge`: forgets what has ended. */
export const purge = Command.make("purge", { run: anyRun, olderThan, store }, ({ olderThan, run, store }) =>
  Effect.gen(function* () {
    if (Option.isNone(run) && Option.isNone(olderThan)) {
      return yield* new WrongUsage({ message: "purge forgets what has ended: give --run, --older-than, or both" })
    }
    const now = yield* Clock.currentTimeMillis
    const forgotten = yield* Effect.flatMap(Runs, ({ purge }) =>
      Effect.mapError(
        purge({
          run: Option.getOrUndefined(run),
          endedBefore: Option.getOrUndefined(Option.map(olderThan, (age) => now - Duration.toMillis(age)))
        }),
        unusable
      )
    ).pipe(Effect.provide(stored(store)))
    yield* Console.log(`${forgotten} ${forgotten === 1 ? "execution" : "executions"} forgotten`)
  })
).pipe(
  Command.withDescription(
    helpOf(
      "Forgets the items of a run that have ended, or all that ended longer ago than --older-than. The same items are new work then, and their orders are ordered again.",
      [
        `echo '{"model":"any","input":"a"}' | model-gateway batch run --run monday --pipeline embed --input -`,
        "model-gateway batch purge --run monday",
        "model-gateway batch purge --older-than 30d"
      ]
    )
  )
)

const units: Readonly<Record<string, Duration.Unit>> = { s: "seconds", m: "minutes", h: "hours", d: "days", w: "weeks" }

const durationOf = (given: string): Option.Option<Duration.Duration> => {
  const [, number = "", letter = ""] = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(given) ?? []
  const unit = units[letter]
  return unit === undefined ? Option.none() : Option.some(Duration.decode(`${Number(number)} ${unit}`))
}

const notADuration = Effect.fail(
  ValidationError.invalidValue(HelpDoc.p("--older-than must be a number and one of s, m, h, d and w, such as 30d"))
)
