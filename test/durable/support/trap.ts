import { join } from "node:path"
import { Effect, Layer, Schema } from "effect"
import type {
  CarriedOut,
  DurablePipeline,
  DurableStoreUnusable,
  EngineServices,
  Runs
} from "effect-model-gateway/durable"
import { DurableEngine, durable } from "effect-model-gateway/durable"
import { directory } from "../../embedded/data/support/directories.js"

/** A pipeline without an input worth a word. */
export const pipeline = <A, I, E = never, J = never, R = never>(
  success: Schema.Schema<A, I>,
  run: Effect.Effect<A, E, R>,
  error: Schema.Schema<E, J>
) => durable({ name: "trap", input: Schema.Struct({}), success, error, run: () => run })

export type Trap<A, E, R = never> = DurablePipeline<"trap", object, A, E, R>

export type Provided = EngineServices | Runs | CarriedOut<"trap">

/** The layer of a pipeline on a store, which is open for as long as the layer is. */
export const opened =
  (file: string) =>
  <A, E, R>(trap: Trap<A, E, R>): Layer.Layer<Provided, DurableStoreUnusable, R> =>
    Layer.provideMerge(trap.layer, DurableEngine.sqlite(file))

/** A file for a store. */
export const store = Effect.map(directory, (place) => join(place, "runs.sqlite"))
