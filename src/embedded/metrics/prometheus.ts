import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MetricsText } from "../../server/metricsRoutes.js"

/** Metrics for `/metrics`. Its packages are optional, so they are looked for at the first request and not before. */
export const layer: Layer.Layer<MetricsText> = Layer.effect(
  MetricsText,
  Effect.map(
    Effect.cached(
      Effect.flatMap(
        Effect.tryPromise({ try: () => import("./exposition.js"), catch: () => missing }),
        ({ exposition }) => exposition
      )
    ),
    Effect.flatten
  )
)

const missing =
  "there are no metrics without their packages: npm install @effect/opentelemetry@^0.64.1 " +
  "@opentelemetry/exporter-prometheus@^0.223.0 @opentelemetry/sdk-metrics@^2.12.1 @opentelemetry/resources@^2.12.1 " +
  "@opentelemetry/api@^1.9.1"
