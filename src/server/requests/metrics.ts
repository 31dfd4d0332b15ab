import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as MetricBoundaries from "effect/MetricBoundaries"
import type { JournalEntry } from "./Journal.js"

const requests = Metric.counter("gateway_requests", {
  description: "Requests that were answered, by operation and status",
  incremental: true
})

const inFlight = Metric.gauge("gateway_requests_in_flight", {
  description: "Requests for operations that are being answered"
})

const duration = Metric.histogram(
  "gateway_request_duration_seconds",
  MetricBoundaries.fromIterable([0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 600]),
  "How long requests took to be answered, by operation"
)

/** Counts a request in that is let in. */
export const countIn: Effect.Effect<void> = Metric.modify(inFlight, 1)

/** Counts it out again. */
export const countOut: Effect.Effect<void> = Metric.modify(inFlight, -1)

/** Counts an answer, by its operation (`none` where its path is that of none) and status. */
export const countAnswer = ({ millis, operation = "none", status }: JournalEntry): Effect.Effect<void> =>
  Effect.all(
    [
      Metric.update(requests.pipe(Metric.tagged("operation", operation), Metric.tagged("status", `${status}`)), 1),
      Metric.update(Metric.tagged(duration, "operation", operation), millis / 1_000)
    ],
    { discard: true }
  )
