import { Effect, Tracer } from "effect"
import type { ProgressEvent } from "effect-model-gateway"
import { withProgress } from "effect-model-gateway"

/** Runs an effect and keeps what its stages and steps told, whether it succeeds or fails. */
export const heard = () => {
  const events: Array<ProgressEvent> = []
  return {
    events,
    /** State and path of each event, in a line. */
    lines: () => events.map(({ path, state }) => `${state} ${path}`),
    of: (path: string) => events.filter((event) => event.path === path),
    listen: withProgress((event) => Effect.sync(() => void events.push(event)))
  }
}

/** Runs an effect and keeps the spans that it opened, in order, each with the name of the span around it. */
export const traced = () => {
  const spans: Array<Tracer.Span> = []
  return {
    spans,
    names: () => spans.map(({ name }) => name),
    parentOf: (name: string) => {
      const parent = spans.find((span) => span.name === name)?.parent
      return parent?._tag === "Some" && parent.value._tag === "Span" ? parent.value.name : undefined
    },
    trace: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.flatMap(Effect.tracer, (tracer) =>
        Effect.withTracer(
          effect,
          Tracer.make({
            context: tracer.context,
            span: (...about) => {
              const span = tracer.span(...about)
              spans.push(span)
              return span
            }
          })
        )
      )
  }
}

/** Counts how many of the effects that pass through it run at the same time. */
export const gate = () => {
  let open = 0
  let most = 0
  return {
    most: () => most,
    through: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.acquireUseRelease(
        Effect.sync(() => {
          open++
          most = Math.max(most, open)
        }),
        () => effect,
        () => Effect.sync(() => open--)
      )
  }
}
