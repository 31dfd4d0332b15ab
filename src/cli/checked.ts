import * as HelpDoc from "@effect/cli/HelpDoc"
import * as Options from "@effect/cli/Options"
import * as ValidationError from "@effect/cli/ValidationError"
import * as Effect from "effect/Effect"

/** Reads what was given for an option, or refuses it by the option's name. What was given may be a secret, and is not told. */
export const checked =
  <A>(name: string, must: string, read: (given: string) => A | undefined) =>
  (option: Options.Options<string>): Options.Options<A> =>
    Options.mapEffect(option, (given) => {
      const value = read(given)
      return value === undefined
        ? Effect.fail(ValidationError.invalidValue(HelpDoc.p(`--${name} must be ${must}`)))
        : Effect.succeed(value)
    })
