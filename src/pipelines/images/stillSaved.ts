import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import { sha256 } from "../../steps/sha256.js"
import { SavedFileLost } from "../SavedFileLost.js"
import type { SavedImage } from "./ImageAssets.js"

/** Proves that the file of an image is there and holds what was saved in it. */
export const stillSaved = (image: SavedImage): Effect.Effect<SavedImage, SavedFileLost, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const bytes = yield* Effect.mapError(files.readFile(image.path), (error) => {
      const missing = error._tag === "SystemError" && error.reason === "NotFound"
      return new SavedFileLost({ path: image.path, reason: missing ? "missing" : error.message })
    })
    if ((yield* sha256(bytes)) !== image.sha256) {
      return yield* new SavedFileLost({ path: image.path, reason: "changed" })
    }
    return image
  })
