import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import { common, sentence } from "./common.js"
import { stillAlive } from "./stillAlive.js"

/**
 * No whole response came. `connected` is false where the connection was never made, so that the gateway cannot have
 * seen the request; `reason` is the transport's own word for it, such as `ECONNREFUSED`.
 */
export class GatewayTransportError extends Schema.TaggedError<GatewayTransportError>()("GatewayTransportError", {
  ...common,
  connected: Schema.Boolean,
  reason: Schema.String
}) {
  override get message() {
    return sentence(
      this,
      this.connected
        ? `the connection broke before the whole reply was read (${this.reason})`
        : `no connection to the gateway (${this.reason}); check that it runs, and the base URL`
    )
  }
}

/**
 * The attempt took longer than `limit`, counted from connect to the last byte. A limit of zero: it was not sent, for nothing
 * remained of the time that `withDeadline`, `longestTime` of its retries, or a wait gave.
 */
export class GatewayTimeout extends Schema.TaggedError<GatewayTimeout>()("GatewayTimeout", {
  ...common,
  limit: Schema.DurationFromMillis,
  /**
   * Of one that was not sent, the ids of the tasks that are alive in the budget of time that it leaves, as of `DeadlineExceeded`.
   * Left out where there are none.
   */
  alive: Schema.optional(Schema.Array(Schema.String))
}) {
  override get message() {
    return sentence(
      this,
      Duration.equals(this.limit, Duration.zero)
        ? `not sent, for the time that it was given is up${stillAlive(this.alive ?? [])}`
        : `no whole reply within ${Duration.format(this.limit)}`
    )
  }
}

/**
 * An order was sent and no whole reply came, so it may have been accepted, and may cost money. It is never sent again
 * by the client: look at the gateway's bill or lists before you order again.
 */
export class GatewayOutcomeUnknown extends Schema.TaggedError<GatewayOutcomeUnknown>()("GatewayOutcomeUnknown", {
  ...common,
  reason: Schema.String
}) {
  override get message() {
    return sentence(
      this,
      `the order may have been accepted, for it was sent and no whole reply came (${this.reason}); ` +
        "check with the gateway before ordering again"
    )
  }
}
