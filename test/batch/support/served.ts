import { NodeContext, NodeHttpClient } from "@effect/platform-node"
import { Effect, Layer, Redacted, Schema } from "effect"
import { Gateway } from "effect-model-gateway"
import { EmbeddedGateway } from "effect-model-gateway/embedded"
import type { FaultRule } from "effect-model-gateway/server"
import { FaultJournal } from "effect-model-gateway/server"

/** A gateway on a real socket, services over HTTP to it, and its journal. */
export const servedWith = (rules: ReadonlyArray<FaultRule>) =>
  Effect.gen(function* () {
    const layer = yield* Layer.build(EmbeddedGateway.layer({ faults: { seed: 1, rules }, speed: 1_000 }))
    const gateway = yield* Effect.provide(EmbeddedGateway, layer)
    const journal = Effect.promise(async () => {
      const headers = { authorization: `Bearer ${Redacted.value(gateway.apiKey)}` }
      const reply = await fetch(`${gateway.baseUrl}/faults/journal`, { headers })
      return Schema.decodeUnknownSync(FaultJournal)(await reply.json())
    })
    const services = Gateway.layer(gateway).pipe(Layer.provide(NodeHttpClient.layerUndici))
    return { journal, services: Layer.merge(services, NodeContext.layer) }
  })

/** Orders of videos that differ. */
/** The same, which does nothing wrong. */
export const served = servedWith([])

export const videos = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ model: "film", prompt: `A harbour, take ${n}` }))
