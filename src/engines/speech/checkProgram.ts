import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import { SpeechCommandMissing } from "./SpeechCommandMissing.js"

/** Why a program is not run, in words that go on after its name. */
export const notRun = { notFound: "was not found", forbidden: "may not be run" }

/** Fails where a program cannot be run: it is looked for by its path, or by its name in the folders of `PATH`. */
export const checkProgram = (
  command: string,
  { PATH = "/bin:/usr/bin" }: Readonly<Record<string, string>>
): Effect.Effect<void, SpeechCommandMissing, FileSystem.FileSystem | Path.Path> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    // Windows runs files by their extension: there it shows when the program is started.
    if (path.sep !== "/") return
    const places = command.includes("/") ? [command] : PATH.split(":").map((folder) => path.join(folder, command))
    const found = yield* Effect.forEach(places, (place) =>
      Effect.orElseSucceed(
        Effect.map(files.stat(place), ({ mode, type }) => ({
          isFile: type === "File",
          runs: (mode & anyoneRuns) !== 0
        })),
        () => ({ isFile: false, runs: false })
      )
    )
    if (found.some(({ isFile, runs }) => isFile && runs)) return
    const problem = found.some(({ isFile }) => isFile) ? notRun.forbidden : notRun.notFound
    return yield* new SpeechCommandMissing({ command, problem })
  })

/** The bits of a file's mode by which its owner, its group or others may run it. */
const anyoneRuns = 0o111
