import { Console, Effect, Layer } from "effect"
import { DurableEngine } from "effect-model-gateway/durable"

/** Opens a store, and says why it does not open. */
Effect.scoped(Layer.build(DurableEngine.sqlite("nowhere/runs.sqlite"))).pipe(
  Effect.catchAll(({ message }) => Console.log(message)),
  Effect.runFork
)
