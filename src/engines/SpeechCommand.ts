import * as Command from "@effect/platform/Command"
import * as CommandExecutor from "@effect/platform/CommandExecutor"
import type * as PlatformError from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import type * as Arr from "effect/Array"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { SpeechRecogniser } from "./SpeechRecogniser.js"
import { checkProgram, notRun } from "./speech/checkProgram.js"
import { environment } from "./speech/environment.js"
import type { Trouble } from "./speech/readOutput.js"
import { readOutput } from "./speech/readOutput.js"
import type { SpeechCommandMissing } from "./speech/SpeechCommandMissing.js"
import { SpeechNotRecognised } from "./speech/SpeechNotRecognised.js"
import { started } from "./speech/started.js"

/** The program that recognises speech. */
export interface Options {
  /**
   * The program and its arguments. In each argument `{file}` is replaced by the path of the recording; where none has it,
   * the path is added as the last one. There is no shell, so nothing in them has a meaning of its own.
   */
  readonly command: Arr.NonEmptyReadonlyArray<string>
  /** The longest that the program may take for one recording. Default: 10 minutes. */
  readonly timeout?: Duration.DurationInput | undefined
  /** Where a recording lies while the program reads it. Default: the system's directory for temporary files. */
  readonly directory?: string | undefined
}

/**
 * Recognises speech by a program of this machine, started once for each recording. It finds the recording in a temporary
 * file, an empty standard input, and in its environment `PATH`, `HOME`, `TMPDIR`, `LANG` and the `LC_` variables, as the
 * layer's `Config` has them. What it prints is the text, at most 10 MiB of UTF-8. Whatever of it still runs at the end is
 * ended. The layer fails where the program is not found, or may not be run.
 *
 * @example
 * SpeechCommand.layer({ command: ["pocketsphinx_continuous", "-infile", "{file}"] })
 */
export const layer = ({
  command: [program, ...args],
  directory,
  timeout = "10 minutes"
}: Options): Layer.Layer<
  SpeechRecogniser,
  SpeechCommandMissing,
  CommandExecutor.CommandExecutor | FileSystem.FileSystem | Path.Path
> =>
  Layer.effect(
    SpeechRecogniser,
    Effect.gen(function* () {
      const executor = yield* CommandExecutor.CommandExecutor
      const files = yield* FileSystem.FileSystem
      const variables = yield* environment
      yield* checkProgram(program, variables)
      const path = yield* Path.Path
      // A program may look from another place.
      const place = directory === undefined ? {} : { directory: path.resolve(directory) }
      const run = (file: string) =>
        Command.make(program, ...withFile(args, file)).pipe(
          Command.env(variables, { extendEnv: false }),
          Command.stdin(Stream.empty),
          (command) => started(executor, command),
          Effect.mapError(notStarted),
          Effect.flatMap(readOutput),
          Effect.scoped,
          Effect.timeoutFail({ duration: timeout, onTimeout: () => tooLong(timeout) }),
          // Where the recording lies is nothing to the caller.
          Effect.mapError(({ problem, said }) => ({ problem, said: said?.replaceAll(file, "{file}") }))
        )
      return SpeechRecogniser.of({
        recognise: ({ bytes, extension }) =>
          files.makeTempFileScoped({ ...place, prefix: "recording-", suffix: extension }).pipe(
            Effect.tap((file) => files.writeFile(file, bytes)),
            Effect.mapError((): Trouble => ({ problem: "could not be given the recording: no file could be written" })),
            Effect.flatMap(run),
            Effect.scoped,
            Effect.mapError((trouble) => new SpeechNotRecognised({ command: baseName(program), ...trouble }))
          )
      })
    })
  )

const withFile = (args: ReadonlyArray<string>, file: string): ReadonlyArray<string> =>
  args.some((arg) => arg.includes("{file}")) ? args.map((arg) => arg.replaceAll("{file}", () => file)) : [...args, file]

const notStarted = (error: PlatformError.PlatformError): Trouble => {
  const reason = error._tag === "SystemError" ? error.reason : "Unknown"
  return { problem: reasons.get(reason) ?? "could not be started" }
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["NotFound", notRun.notFound],
  ["PermissionDenied", notRun.forbidden]
])

const tooLong = (timeout: Duration.DurationInput): Trouble => ({
  problem: `took longer than ${Duration.format(timeout)}`
})

const baseName = (program: string): string => program.replace(/^.*[\\/]/, "")
