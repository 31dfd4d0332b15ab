import * as Effect from "effect/Effect"
import type { GeneratedImage } from "../../schemas/GeneratedImages.js"
import { sha256 } from "../../steps/sha256.js"
import { baseName, extensionOf } from "./fileName.js"
import { saveFile } from "./saveFile.js"

/** Saves an image of a prompt as a file that is named by the prompt and by its own bytes. */
export const saveImage = (directory: string, prompt: string, image: GeneratedImage) =>
  Effect.gen(function* () {
    const { bytes, mimeType } = image
    const digest = yield* sha256(bytes)
    const path = yield* saveFile(directory, `${baseName(prompt, digest)}.${extensionOf(mimeType)}`, image)
    return { prompt, path, mimeType, size: bytes.length, sha256: digest }
  })
