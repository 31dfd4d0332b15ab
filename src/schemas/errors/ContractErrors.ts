import * as Schema from "effect/Schema"
import { FieldIssue, formatIssues } from "../FieldIssue.js"
import { common, sentence } from "./common.js"

/** The input does not fit its schema. Nothing was sent; `issues` names each field. */
export class GatewayInvalidRequest extends Schema.TaggedError<GatewayInvalidRequest>()("GatewayInvalidRequest", {
  ...common,
  issues: Schema.Array(FieldIssue)
}) {
  override get message() {
    return sentence(this, `the request was not sent: ${formatIssues(this.issues)}`)
  }
}

/** A success status with a body that does not fit: not JSON, too large, or with the wrong fields. */
export class GatewayInvalidResponse extends Schema.TaggedError<GatewayInvalidResponse>()("GatewayInvalidResponse", {
  ...common,
  issues: Schema.Array(FieldIssue),
  /** The beginning of the body, redacted. */
  excerpt: Schema.optional(Schema.String)
}) {
  override get message() {
    return sentence(this, `the gateway's reply does not fit: ${formatIssues(this.issues)}`)
  }
}

/** A success status with an envelope that says no. `code` and `msg` are the gateway's own. */
export class GatewayRejected extends Schema.TaggedError<GatewayRejected>()("GatewayRejected", {
  ...common,
  code: Schema.String,
  msg: Schema.optional(Schema.String),
  /** The payload that came with the refusal, where it is small. */
  data: Schema.optional(Schema.Unknown)
}) {
  override get message() {
    return sentence(this, `the gateway answered 200 with the code ${this.code}${this.msg ? ` (${this.msg})` : ""}`)
  }
}
