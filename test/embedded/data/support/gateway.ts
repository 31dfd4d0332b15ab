import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect, Redacted } from "effect"
import { EmbeddedGateway } from "effect-model-gateway/embedded"

/**
 * A gateway as a process of its own: its directory is the first argument, and a speech command stands in those behind it.
 * Its first line of output is where it listens.
 */
const [data, recogniser, ...args] = process.argv.slice(2)
const speech = recogniser === undefined ? undefined : ({ command: [recogniser, ...args] } as const)

Effect.flatMap(EmbeddedGateway, ({ baseUrl }) => Effect.zipRight(Console.log(baseUrl), Effect.never)).pipe(
  Effect.provide(EmbeddedGateway.layer({ data, speech, apiKey: Redacted.make("key") })),
  NodeRuntime.runMain
)
