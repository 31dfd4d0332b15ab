import type * as PlatformError from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import type { GeneratedImage } from "../../schemas/GeneratedImages.js"
import { FileNotSaved } from "../FileNotSaved.js"
import { writeWhole } from "../wholeFiles.js"

/** Makes a folder, and proves that files can be written to it, before anything is paid for that has to go there. */
export const prepareDirectory = (directory: string) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    yield* files.makeDirectory(directory, { recursive: true })
    yield* files.access(directory, { writable: true })
  }).pipe(Effect.mapError((error) => notSaved(directory, error)))

/** Writes the file of an image whole or not at all; the failure carries the image. */
export const saveFile = (directory: string, name: string, image: GeneratedImage) =>
  Effect.gen(function* () {
    const path = (yield* Path.Path).join(directory, name)
    yield* Effect.mapError(writeWhole([{ path, bytes: image.bytes }]), (error) => notSaved(path, error, image))
    return path
  })

const notSaved = (path: string, error: PlatformError.PlatformError, image?: GeneratedImage) =>
  new FileNotSaved({ path, reason: error.description ?? error.message, image })
