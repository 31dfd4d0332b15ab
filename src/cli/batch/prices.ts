import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { fieldIssues, formatIssues } from "../../schemas/FieldIssue.js"
import { operations } from "../../schemas/operations.js"
import { PriceTable } from "../../schemas/PriceTable.js"
import { saidBy } from "../../sqlite/saidBy.js"
import { WrongUsage } from "../WrongUsage.js"

/** The prices in the file of `--prices`, where one is given. */
export const pricesIn = (
  given: Option.Option<string>
): Effect.Effect<PriceTable | undefined, WrongUsage, FileSystem.FileSystem> =>
  Effect.map(Effect.transposeMapOption(given, read), Option.getOrUndefined)

const read = (file: string) =>
  Effect.gen(function* () {
    const wrong = (problem: string) => new WrongUsage({ message: `--prices ${file} ${problem}` })
    const files = yield* FileSystem.FileSystem
    const text = yield* Effect.mapError(files.readFileString(file), (error) =>
      wrong(`cannot be read (${saidBy(error)})`)
    )
    const json = yield* Effect.mapError(parseJson(text), () => wrong("must be JSON, and is not"))
    const table = yield* Effect.mapError(ParseResult.decodeUnknown(PriceTable)(json), (issue) =>
      wrong(`does not fit: ${formatIssues(fieldIssues(ParseResult.parseError(issue)))}`)
    )
    const unknown = table.prices.find(({ operation }) => !names.includes(operation))
    if (unknown !== undefined) {
      yield* wrong(`prices ${unknown.operation}, which is no operation; model-gateway operations lists them`)
    }
    return table
  })

const names = operations.map(({ name }): string => name)

const parseJson = Schema.decodeUnknown(Schema.parseJson())
