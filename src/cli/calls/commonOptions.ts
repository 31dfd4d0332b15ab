import * as HelpDoc from "@effect/cli/HelpDoc"
import * as Options from "@effect/cli/Options"
import * as ValidationError from "@effect/cli/ValidationError"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"

/** The options that all commands have which call a gateway. */
export const commonOptions = {
  input: Options.text("input").pipe(
    Options.withPseudoName("file"),
    Options.withDescription(
      "Requests from a file, or - for standard input: JSON, an array of requests, or JSON Lines with one in each line. " +
        "Options stand in for its fields."
    ),
    Options.optional
  ),
  parallel: Options.text("parallel").pipe(
    Options.withPseudoName("number"),
    Options.withDescription("How many requests are under way at once, by default 8."),
    Options.withDefault("8"),
    Options.mapEffect((given) =>
      /^[1-9]\d{0,4}$/.test(given)
        ? Effect.succeed(Number(given))
        : Effect.fail(ValidationError.invalidValue(HelpDoc.p("--parallel must be a whole number from 1 to 99999")))
    )
  ),
  json: Options.boolean("json").pipe(Options.withDescription("Prints what the gateway returned, a JSON value a line.")),
  quiet: Options.boolean("quiet").pipe(Options.withDescription("Prints no progress; errors are still told.")),
  baseUrl: Options.text("base-url").pipe(
    Options.withPseudoName("url"),
    Options.withDescription("Where the gateway is. [MODEL_GATEWAY_BASE_URL]"),
    Options.optional
  ),
  apiKeyFile: Options.text("api-key-file").pipe(
    Options.withPseudoName("file"),
    Options.withDescription(
      "A file with the gateway's API key; left out, the key is that of the environment. [MODEL_GATEWAY_API_KEY]"
    ),
    Options.optional
  ),
  embedded: Options.boolean("embedded").pipe(
    Options.withDescription(
      "Asks an embedded gateway, which needs no network and is no model, and ends with the command."
    )
  )
} as const

/** What was given of the options that all commands have. */
export interface Common {
  readonly input: Option.Option<string>
  readonly parallel: number
  readonly json: boolean
  readonly quiet: boolean
  readonly baseUrl: Option.Option<string>
  readonly apiKeyFile: Option.Option<string>
  readonly embedded: boolean
}
