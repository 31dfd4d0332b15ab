import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { PlannedCall } from "./PlannedCall.js"

/**
 * A job under a name, whose input and outcome have schemas, so that it can be kept and run many times over: what `durable` and
 * a batch take. `run` takes the input as one writes it.
 */
export interface Pipeline<Name extends string, A, I, B, J, E, F, R> {
  readonly name: Name
  readonly input: Schema.Schema<A, I>
  readonly success: Schema.Schema<B, J>
  readonly error: Schema.Schema<E, F>
  readonly run: (input: I) => Effect.Effect<B, E, R>
  /** What it will send for an input, where that can be told before: a plan of a batch adds it up. */
  readonly calls?: ((input: I) => ReadonlyArray<PlannedCall>) | undefined
}

/** A pipeline, its types told by its schemas. */
export const pipeline = <const Name extends string, A, I, B, J, E, F, R>(
  declared: Pipeline<Name, A, I, B, J, E, F, R>
): Pipeline<Name, A, I, B, J, E, F, R> => declared
