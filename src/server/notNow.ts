import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { GatewayOutcomeUnknown } from "../schemas/GatewayError.js"
import type * as Operation from "../schemas/Operation.js"
import { statuses } from "../schemas/statuses.js"
import { comeAgain, errorResponse, failureResponse } from "./failureResponse.js"
import type { Refusal } from "./requests/Gate.js"
import type { RequestFacts } from "./requests/RequestFacts.js"
import { tell } from "./requests/RequestFacts.js"
import { TraceId } from "./traceId.js"

/**
 * The answer to work that is not taken on now, or is cut off. It says when to come again, which is also the proof for an
 * order's client that nothing was accepted; of an order that is cut off there is no such proof.
 */
export const notNow =
  (operation: Operation.Any) =>
  (why: Refusal): Effect.Effect<HttpServerResponse.HttpServerResponse, never, TraceId | RequestFacts> =>
    Effect.flatMap(TraceId, (traceId) => {
      if (why === "cut" && operation.safety._tag === "Order") {
        const about = { operation: operation.name, safety: operation.safety._tag, attempts: 1 }
        const unknown = new GatewayOutcomeUnknown({ ...about, reason: "the gateway stopped before it was answered" })
        return Effect.as(tell({ failure: unknown._tag }), failureResponse(operation, unknown, traceId))
      }
      const { after, message } = refusals[why]
      const answer = errorResponse(statuses.GatewayUnavailable, "GatewayUnavailable", message, traceId)
      return Effect.as(tell({ failure: "GatewayUnavailable" }), comeAgain(answer, after))
    })

const refusals: Record<Refusal, { readonly message: string; readonly after: Duration.DurationInput }> = {
  busy: { message: "the gateway answers as many requests as it may at once; send this one again", after: "1 second" },
  draining: { message: "the gateway is stopping; send the request again once it is back", after: "5 seconds" },
  cut: { message: "the gateway stopped before this was done; send it again once it is back", after: "5 seconds" }
}
