import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { Safety } from "../schemas/Operation.js"
import * as Timer from "./Timer.js"

/** What a step is declared by, besides its name. */
export interface StepAbout<A, I, E, J> {
  /** How its outcome is written down. */
  readonly success: Schema.Schema<A, I>
  readonly error?: Schema.Schema<E, J> | undefined
  /** What running it again would do; default: `Read`, nothing. A runner that keeps outcomes goes by it. */
  readonly safety?: Safety<never>["_tag"] | undefined
}

/** A step as a runner sees it. */
export interface StepDefinition<A, I, E, J> extends StepAbout<A, I, E, J> {
  /** Unique within a run: the stages around the step, its name and, where it repeats, its number. */
  readonly key: string
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

/** The runner that runs each step as it stands, and keeps nothing. */
export const plainRunner: Runner = {
  run: (_, effect) => effect,
  sleepUntil: (_, instant) => Timer.sleepUntil(instant)
}

/** The runner of steps; `plainRunner` by default. */
export class StepRunner extends Context.Reference<StepRunner>()("effect-model-gateway/StepRunner", {
  defaultValue: () => plainRunner
}) {}
