import { join } from "node:path"
import { NodeContext } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { DurableEngine, durable } from "effect-model-gateway/durable"
import { directory } from "../../embedded/data/support/directories.js"
import { parcels } from "./parcels.js"

/** A store, and a pipeline on it; each use of `within` is a process of its own to the store. */
export const station = Effect.gen(function* () {
  const file = join(yield* directory, "runs.sqlite")
  const work = parcels()
  const kept = durable(work.pipeline)
  const within = Effect.provide(
    Layer.mergeAll(Layer.provideMerge(kept.layer, DurableEngine.sqlite(file)), NodeContext.layer)
  )
  return { ...work, kept, within }
})
