import * as Schema from "effect/Schema"

/** A store of executions cannot be used. What was in it is as it was. */
export class DurableStoreUnusable extends Schema.TaggedError<DurableStoreUnusable>()("DurableStoreUnusable", {
  /** The file, or the database without its password. */
  store: Schema.String,
  /** What stands in the way, and what to do. */
  reason: Schema.String
}) {
  override get message() {
    return `the store ${this.store} cannot be used: ${this.reason}`
  }
}
