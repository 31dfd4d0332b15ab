import { Console, Effect, Layer, Redacted } from "effect"
import { DurableEngine } from "effect-model-gateway/durable"

const stores = {
  sqlite: DurableEngine.sqlite("nowhere/runs.sqlite"),
  postgres: DurableEngine.postgres({ url: Redacted.make("postgres://nowhere.invalid/runs") })
}

/** Opens the store that its argument names, and says why it does not open. */
Effect.scoped(Layer.build(process.argv[2] === "postgres" ? stores.postgres : stores.sqlite)).pipe(
  Effect.catchAll(({ message }) => Console.log(message)),
  Effect.runFork
)
