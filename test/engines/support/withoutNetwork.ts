import { HttpClient } from "@effect/platform"
import { Effect, Layer } from "effect"

/** An HTTP client for engines that must not need one: its use is a defect. */
export const withoutNetwork = Layer.succeed(
  HttpClient.HttpClient,
  HttpClient.make(() => Effect.dieMessage("an engine went to the network"))
)
