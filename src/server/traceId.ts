import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

/** The trace id of the request that is being answered: 32 hexadecimal digits. */
export class TraceId extends Context.Tag("effect-model-gateway/TraceId")<TraceId, string>() {}

/** Answers under a new trace id, which goes out as `x-request-id`. */
export const traced = <E, R>(
  respond: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, Exclude<R, TraceId>> =>
  Effect.flatMap(newTraceId, (traceId) =>
    respond.pipe(
      Effect.map(HttpServerResponse.setHeader("x-request-id", traceId)),
      Effect.provideService(TraceId, traceId)
    )
  )

const newTraceId: Effect.Effect<string> = Effect.map(
  Effect.replicateEffect(Random.nextIntBetween(0, 0x1_0000), 8),
  (parts) => parts.map((part) => part.toString(16).padStart(4, "0")).join("")
)
