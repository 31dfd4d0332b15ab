import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

/** The name that a runner keeps a step under, and how its outcome is written down. */
export interface StepDefinition<A, I, E, J> {
  /** Unique within a run: the stages around the step, its name and, where it repeats, its number. */
  readonly key: string
  readonly success: Schema.Schema<A, I>
  readonly error?: Schema.Schema<E, J> | undefined
}

/** What carries steps out. A durable runner keeps each outcome and gives it back on the next run. */
export interface Runner {
  readonly run: <A, I, E, J, R>(
    step: StepDefinition<A, I, E, J>,
    effect: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E, R>
  /** Waits until an instant. Unit: milliseconds since 1970. */
  readonly sleepUntil: (key: string, instant: number) => Effect.Effect<void>
}

const plain: Runner = {
  run: (_, effect) => effect,
  sleepUntil: (_, instant) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.sleep(Duration.millis(Math.max(0, instant - now))))
}

/** The runner of steps. The default runs each as it stands and keeps nothing. */
export class StepRunner extends Context.Reference<StepRunner>()("effect-model-gateway/StepRunner", {
  defaultValue: () => plain
}) {}
