import * as Metrics from "@effect/opentelemetry/Metrics"
import * as Resource from "@effect/opentelemetry/Resource"
import { PrometheusSerializer } from "@opentelemetry/exporter-prometheus"
import * as Effect from "effect/Effect"

/** All of Effect's metrics in this process, in Prometheus' text format, by OpenTelemetry's own serializer. */
export const exposition: Effect.Effect<Effect.Effect<string>> = Effect.map(Metrics.makeProducer, (producer) => {
  const serializer = new PrometheusSerializer()
  return Effect.map(
    Effect.promise(() => producer.collect()),
    ({ resourceMetrics }) => serializer.serialize(resourceMetrics)
  )
}).pipe(Effect.provide(Resource.layer({ serviceName: "effect-model-gateway" })))
