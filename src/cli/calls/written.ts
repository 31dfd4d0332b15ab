import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { boundedLines } from "../../pipelines/input/boundedLines.js"
import type { Written } from "../../pipelines/input/jsonRequests.js"
import { jsonRequests } from "../../pipelines/input/jsonRequests.js"
import type { WrongUsage } from "../WrongUsage.js"
import { readInput, standardInput } from "./readInput.js"

/** What the file of `--input` holds, piece by piece. */
export const writtenIn = (file: string): Stream.Stream<Written, WrongUsage, FileSystem.FileSystem> =>
  jsonRequests(boundedLines()(readInput("--input", file)))

/** How much that is. A file is read twice, so that it is known how much is left; of what can be read only once it is not. */
export const countIn = (file: string): Effect.Effect<number | undefined, never, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const isFile = file !== standardInput && (yield* files.stat(file)).type === "File"
    return isFile ? yield* Stream.runCount(writtenIn(file)) : undefined
  }).pipe(Effect.orElseSucceed(() => undefined))
