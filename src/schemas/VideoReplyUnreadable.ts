import * as Inspectable from "effect/Inspectable"
import * as Schema from "effect/Schema"
import { common, sentence } from "./errors/common.js"
import { excerptPayload } from "./errors/excerpt.js"
import { FieldIssue, formatIssues } from "./FieldIssue.js"

/**
 * The video order was accepted, but its reply does not fit the schema that the caller gave. The reply is handed over
 * whole, for it may hold the id of what was ordered.
 */
export class VideoReplyUnreadable extends Schema.TaggedError<VideoReplyUnreadable>()("VideoReplyUnreadable", {
  ...common,
  issues: Schema.Array(FieldIssue),
  reply: Schema.Unknown
}) {
  override get message() {
    return sentence(
      this,
      `the order was accepted, but its reply does not fit the given schema: ${formatIssues(this.issues)}; ` +
        "do not order again: look at this error's reply"
    )
  }

  /** The error with its reply in short, and without base64, for logs. */
  override toJSON() {
    return { ...this, message: this.message, reply: excerptPayload(this.reply) }
  }

  /** What Node prints, by `console.error` too: as in JSON. */
  override [Inspectable.NodeInspectSymbol]() {
    return this.toJSON()
  }
}
