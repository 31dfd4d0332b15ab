import * as Schema from "effect/Schema"

/** A file that an earlier run saved is no longer what it was. What it held was paid for; the file is left as it is. */
export class SavedFileLost extends Schema.TaggedError<SavedFileLost>()("SavedFileLost", {
  path: Schema.String,
  /** `missing`, `changed`, or the file system's own word. */
  reason: Schema.String
}) {
  override get message() {
    return `${this.path} was saved by an earlier run, and is not as it was: ${this.reason}`
  }
}
