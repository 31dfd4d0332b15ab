import * as Schema from "effect/Schema"

/** A file could not be written; nothing of it was left behind. `reason` is the file system's own word. */
export class FileNotSaved extends Schema.TaggedError<FileNotSaved>()("FileNotSaved", {
  path: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `${this.path} could not be written: ${this.reason}`
  }
}
