import type * as PlatformError from "@effect/platform/Error"
import type * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"

/** Where in a data directory files lie that nobody needs after the gateway. */
export const temporary = (directory: string): string => `${directory}/tmp`

/**
 * Removes what a gateway left among the temporary files that was killed. Nobody else's: the directory may be one where its
 * user has a `tmp` too.
 */
export const clearTemporary = (
  files: FileSystem.FileSystem,
  directory: string
): Effect.Effect<void, PlatformError.PlatformError> =>
  Effect.gen(function* () {
    const place = temporary(directory)
    const left = (yield* files.readDirectory(place)).filter((name) => ours.test(name))
    yield* Effect.forEach(left, (name) => files.remove(`${place}/${name}`, { recursive: true, force: true }))
  })

/** Recordings that a speech recogniser read, and drafts of a database, by the names of temporary directories. */
const ours = /^(recording|draft)-[A-Za-z0-9]{6}$/
