import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { serverStatuses } from "../schemas/statuses.js"
import { errorResponse } from "./failureResponse.js"
import { asLook } from "./requests/RequestFacts.js"
import { TraceId } from "./traceId.js"

/** The metrics of this process in Prometheus' text format, or why they cannot be had. */
export class MetricsText extends Context.Tag("effect-model-gateway/MetricsText")<
  MetricsText,
  Effect.Effect<string, string>
>() {}

/** Serves `GET /metrics` without the key, where metrics can be had. */
export const metricsRoutes = Effect.map(
  Effect.serviceOption(MetricsText),
  Option.match({ onNone: () => [], onSome: (text) => [HttpRouter.makeRoute("GET", "/metrics", asLook(serve(text)))] })
)

const serve = (text: typeof MetricsText.Service) =>
  Effect.matchEffect(text, {
    onSuccess: (body) => HttpServerResponse.text(body, { contentType: "text/plain; version=0.0.4; charset=utf-8" }),
    onFailure: (why) =>
      Effect.map(TraceId, (traceId) => errorResponse(serverStatuses.notFound, "NotFound", why, traceId))
  })
