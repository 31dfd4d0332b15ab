import { NodeHttpClient } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import type { TranscriptionRequest } from "effect-model-gateway"
import { Transcriber } from "effect-model-gateway"
import { EngineState, TranscriberEngine } from "effect-model-gateway/engines"

/** The transcription engine alone, over real sockets. */
export const transcriber = (options?: TranscriberEngine.Options) =>
  TranscriberEngine.layer(options).pipe(
    Layer.provideMerge(EngineState.memory),
    Layer.provide(NodeHttpClient.layerUndici)
  )

/** Submits a recording by its URL under the id `task-1`, or another. */
export const submit = (uri: string, id = "task-1") =>
  Effect.flatMap(Transcriber, (it) => it.submit({ id, audio: { uri } } satisfies typeof TranscriptionRequest.Encoded))

/** What the engine says of a recording that it refuses. */
export const refusalOf = (uri: string) =>
  Effect.flatMap(Effect.flip(submit(uri)), (error) =>
    error._tag === "GatewayBadRequest" ? Effect.succeed(error.detail ?? "") : Effect.die(error)
  )
