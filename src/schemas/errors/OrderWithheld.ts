import * as Schema from "effect/Schema"
import { common, sentence } from "./common.js"

/** The cap on orders is reached, so the order was not sent; or not again, where it was sent before and not accepted. */
export class GatewayOrderWithheld extends Schema.TaggedError<GatewayOrderWithheld>()("GatewayOrderWithheld", common) {
  override get message() {
    return sentence(
      this,
      `the cap on orders is reached; ${this.attempts > 0 ? "it was not sent again" : "nothing was sent"}`
    )
  }
}
