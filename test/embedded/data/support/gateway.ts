import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect, Redacted } from "effect"
import { EmbeddedGateway } from "effect-model-gateway/embedded"

/** A gateway as a process of its own: its directory is the argument, and its first line of output where it listens. */
const [data] = process.argv.slice(2)

Effect.flatMap(EmbeddedGateway, ({ baseUrl }) => Effect.zipRight(Console.log(baseUrl), Effect.never)).pipe(
  Effect.provide(EmbeddedGateway.layer({ data, apiKey: Redacted.make("key") })),
  NodeRuntime.runMain
)
