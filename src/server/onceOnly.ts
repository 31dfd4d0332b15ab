import * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type * as Operation from "../schemas/Operation.js"
import { serverStatuses } from "../schemas/statuses.js"

/**
 * Keeps the clients of other makes from sending an order again: many repeat whatever is answered with 5xx, and each repeat
 * may be an order more. Whatever the answer to this request will be, that of a defect too, `x-should-retry: false` stands
 * on it, which clients of the `openai` kind obey; not where `Retry-After` proves that the order was not accepted.
 */
export const onceOnly = ({ safety }: Operation.Any): Effect.Effect<void> =>
  safety._tag === "Order"
    ? HttpApp.appendPreResponseHandler((_, response) => Effect.succeed(marked(response)))
    : Effect.void

const marked = (response: HttpServerResponse.HttpServerResponse) =>
  response.status < serverStatuses.defect || response.headers["retry-after"] !== undefined
    ? response
    : HttpServerResponse.setHeader(response, "x-should-retry", "false")
