import { NodeHttpClient } from "@effect/platform-node"
import { Config, Effect, Layer, Option } from "effect"
import { Gateway } from "effect-model-gateway"
import { EmbeddedGateway } from "effect-model-gateway/embedded"

/** The gateway that the two environment variables name. */
const remote = Gateway.layerConfig().pipe(Layer.provide(NodeHttpClient.layerUndici))

/** A gateway in this process, over real HTTP on a free loopback port, with a random key. */
const embedded = EmbeddedGateway.services.pipe(Layer.provide(EmbeddedGateway.layer()))

/** All services over HTTP: to the gateway that MODEL_GATEWAY_BASE_URL names, or without it to an embedded one. */
export const gateway = Layer.unwrapEffect(
  Effect.map(
    Config.option(Config.string("MODEL_GATEWAY_BASE_URL")),
    Option.match({ onNone: () => embedded, onSome: () => remote })
  )
)
