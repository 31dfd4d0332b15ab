import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { formatIssues } from "../../schemas/FieldIssue.js"
import type { FaultPlan } from "../../server/faults/FaultPlan.js"
import { readFaultPlan } from "../../server/faults/FaultPlan.js"
import { saidBy } from "../../sqlite/saidBy.js"
import { WrongUsage } from "../WrongUsage.js"

/** The plan in the file of `--faults`. */
export const faultPlan = (file: string): Effect.Effect<FaultPlan, WrongUsage, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const wrong = (problem: string) => new WrongUsage({ message: `--faults ${file} ${problem}` })
    const files = yield* FileSystem.FileSystem
    const text = yield* Effect.mapError(files.readFileString(file), (error) =>
      wrong(`cannot be read (${saidBy(error)})`)
    )
    const json = yield* Effect.mapError(parseJson(text), () => wrong("must be JSON, and is not"))
    return yield* Either.mapLeft(readFaultPlan(json), (issues) => wrong(`does not fit: ${formatIssues(issues)}`))
  })

const parseJson = Schema.decodeUnknown(Schema.parseJson())
