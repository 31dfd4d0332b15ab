import * as Inspectable from "effect/Inspectable"
import * as Schema from "effect/Schema"
import { oneLine } from "../schemas/errors/oneLine.js"
import { GeneratedImage } from "../schemas/GeneratedImages.js"
import { withoutBytes } from "../schemas/images/withoutBytes.js"

/**
 * A file could not be written; nothing of it was left behind. `reason` is the file system's own word, `image` what the file
 * was to hold, for it was paid for; there is none where a folder could not be prepared.
 */
export class FileNotSaved extends Schema.TaggedError<FileNotSaved>()("FileNotSaved", {
  path: Schema.String,
  reason: Schema.String,
  image: Schema.optional(GeneratedImage)
}) {
  override get message() {
    return oneLine(`${this.path} could not be written: ${this.reason}`)
  }

  /** The error without the bytes of its image, for logs. */
  override toJSON() {
    const { _tag, image, message, path, reason } = this
    return { _tag, message, path, reason, ...(image === undefined ? {} : { image: withoutBytes(image) }) }
  }

  /** What Node prints, by `console.error` too: as in JSON. */
  override [Inspectable.NodeInspectSymbol]() {
    return this.toJSON()
  }
}
