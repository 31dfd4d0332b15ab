import * as Schema from "effect/Schema"
import { VideoOrder } from "../../schemas/VideoOrder.js"

/** A video order that was accepted, as the engine keeps it. */
export const KeptOrder = Schema.Struct({
  /** The id that the engine gave it. */
  id: Schema.String,
  /** Unit: milliseconds since 1970. */
  acceptedAt: Schema.Number,
  order: VideoOrder
})
export interface KeptOrder extends Schema.Schema.Type<typeof KeptOrder> {}
