import * as Schema from "effect/Schema"

/** The directory that an embedded gateway is to keep its state in cannot be used. What was in it is as it was. */
export class DataDirectoryUnusable extends Schema.TaggedError<DataDirectoryUnusable>()("DataDirectoryUnusable", {
  directory: Schema.String,
  /** What stands in the way, and what to do. */
  reason: Schema.String
}) {
  override get message() {
    return `the data directory ${this.directory} cannot be used: ${this.reason}`
  }
}
