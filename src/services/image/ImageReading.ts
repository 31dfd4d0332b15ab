import * as Context from "effect/Context"
import type { ReadInlineData } from "../../schemas/images/nativeReply.js"
import { inlineData } from "../../schemas/images/nativeReply.js"

/** How images are found in replies, where the specification does not show it. */
export interface ImageReader {
  /** Finds the base64 text of an image in a part of a native reply. Default: `inlineData` or `inline_data`, `data`. */
  readonly inlineData: ReadInlineData
}

/** The image reader in force. */
export class ImageReading extends Context.Reference<ImageReading>()("effect-model-gateway/ImageReading", {
  defaultValue: (): ImageReader => ({ inlineData })
}) {}
