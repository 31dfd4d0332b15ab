import type * as PlatformError from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { GeneratedImage } from "../../schemas/GeneratedImages.js"
import { FileNotSaved } from "../FileNotSaved.js"

/** Makes a folder, and proves that files can be written to it, before anything is paid for that has to go there. */
export const prepareDirectory = (directory: string) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    yield* files.makeDirectory(directory, { recursive: true })
    yield* files.access(directory, { writable: true })
  }).pipe(Effect.mapError((error) => notSaved(directory, error)))

/**
 * Writes the file of an image whole or not at all: under another name in the same folder first, flushed to the disk, then
 * renamed. What is left of a failed or interrupted attempt is removed; the failure carries the image.
 */
export const saveFile = (directory: string, name: string, image: GeneratedImage) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const path = (yield* Path.Path).join(directory, name)
    const unique = yield* Random.nextIntBetween(0, 2 ** 48)
    const draft = `${path}.${unique.toString(36)}.part`
    yield* writeAndFlush(files, draft, image.bytes).pipe(
      Effect.zipRight(files.rename(draft, path)),
      Effect.onError(() => Effect.ignore(files.remove(draft))),
      Effect.mapError((error) => notSaved(path, error, image))
    )
    return path
  })

const writeAndFlush = (files: FileSystem.FileSystem, path: string, bytes: Uint8Array) =>
  Effect.scoped(
    Effect.gen(function* () {
      const file = yield* files.open(path, { flag: "wx" })
      yield* file.writeAll(bytes)
      yield* file.sync
    })
  )

const notSaved = (path: string, error: PlatformError.PlatformError, image?: GeneratedImage) =>
  new FileNotSaved({ path, reason: error.description ?? error.message, image })
