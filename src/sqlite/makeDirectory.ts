import type * as PlatformError from "@effect/platform/Error"
import type * as FileSystem from "@effect/platform/FileSystem"
import type * as Path from "@effect/platform/Path"
import * as Effect from "effect/Effect"

/** What others may do with a directory that is made for state: nothing, for there are prompts and URLs in it. */
export const ownerDirectory = 0o700

/**
 * Makes a directory and what is missing above it, for its owner alone, unless it is there. Step by step, for Node's own way does not end where
 * the system has no such place, as below `/proc`.
 */
export const makeDirectory = (
  files: FileSystem.FileSystem,
  path: Path.Path,
  directory: string
): Effect.Effect<void, PlatformError.PlatformError> => {
  const make = files.makeDirectory(directory, { mode: ownerDirectory })
  return make.pipe(
    Effect.catchIf(saysThat("NotFound"), (error) => {
      const parent = path.dirname(directory)
      return parent === directory ? Effect.fail(error) : Effect.zipRight(makeDirectory(files, path, parent), make)
    }),
    Effect.catchIf(saysThat("AlreadyExists"), () => Effect.void)
  )
}

/** Whether an error of the file system has this reason. */
export const saysThat =
  (reason: PlatformError.SystemErrorReason) =>
  (error: PlatformError.PlatformError): boolean =>
    error._tag === "SystemError" && error.reason === reason
