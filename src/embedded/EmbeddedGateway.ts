import { createServer } from "node:http"
import * as HttpServer from "@effect/platform/HttpServer"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import type * as ConfigError from "effect/ConfigError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { EngineOptions } from "../engines/EngineOptions.js"
import * as Engines from "../engines/Engines.js"
import * as GatewayServer from "../server/GatewayServer.js"
import type { ServerOptions } from "../server/ServerOptions.js"
import * as Gateway from "../services/Gateway.js"
import type { GatewayClient } from "../services/GatewayClient.js"

/** Where an embedded gateway listens, how it guards its operations, and how its engines work. */
export interface EmbeddedGatewayOptions extends Partial<ServerOptions>, EngineOptions {
  /** Default: `127.0.0.1`, which only this machine reaches. */
  readonly host?: string | undefined
  /** Default: 0, a free port. */
  readonly port?: number | undefined
}

/** The embedded gateway cannot listen where it was told to, such as on a port in use. */
export class CannotListen extends Schema.TaggedError<CannotListen>()("CannotListen", {
  host: Schema.String,
  port: Schema.Int,
  reason: Schema.String
}) {
  override get message() {
    return `the embedded gateway cannot listen on ${this.host}:${this.port} (${this.reason}); choose another port, or 0 for a free one`
  }
}

/** A gateway that runs in this process, on Node, without a network: the engines, served over HTTP. */
export class EmbeddedGateway extends Context.Tag("effect-model-gateway/EmbeddedGateway")<
  EmbeddedGateway,
  {
    /** Where it listens, such as `http://127.0.0.1:41234`. */
    readonly baseUrl: string
    /** The key that it takes: the one given, or a random one. */
    readonly apiKey: Redacted.Redacted
  }
>() {
  /** Starts a gateway; it stops when the layer's scope closes. Fails where it cannot listen, such as on a port in use. */
  static readonly layer = (options: EmbeddedGatewayOptions = {}): Layer.Layer<EmbeddedGateway, CannotListen> => {
    const { host = "127.0.0.1", port = 0 } = options
    return Layer.unwrapEffect(Effect.map(keyOf(options), (apiKey) => start({ ...options, apiKey }))).pipe(
      Layer.provide(NodeHttpServer.layer(createServer, { host, port })),
      Layer.catchAll(({ cause }) => Layer.fail(new CannotListen({ host, port, reason: String(cause) })))
    )
  }

  /** All services over HTTP, to the embedded gateway. */
  static readonly services: Layer.Layer<Gateway.Services | GatewayClient, ConfigError.ConfigError, EmbeddedGateway> =
    Layer.unwrapEffect(Effect.map(EmbeddedGateway, Gateway.layer)).pipe(Layer.provide(NodeHttpClient.layerUndici))
}

const start = (options: EmbeddedGatewayOptions & ServerOptions) =>
  Layer.unwrapEffect(
    HttpServer.addressWith((address) => {
      const baseUrl = baseUrlOf(address)
      return Effect.succeed(
        GatewayServer.layer(options).pipe(
          Layer.provide(Engines.layer({ ...options, assetBaseUrl: options.assetBaseUrl ?? baseUrl })),
          Layer.provide(NodeHttpClient.layerUndici),
          Layer.merge(Layer.succeed(EmbeddedGateway, { baseUrl, apiKey: options.apiKey }))
        )
      )
    })
  )

const baseUrlOf = (address: HttpServer.Address): string =>
  address._tag === "TcpAddress" && address.hostname.includes(":")
    ? `http://[${address.hostname}]:${address.port}`
    : HttpServer.formatAddress(address)

/** A key is a secret: it comes from the system's generator, not from one that can be seeded. */
const keyOf = ({ apiKey }: EmbeddedGatewayOptions): Effect.Effect<Redacted.Redacted> =>
  apiKey === undefined
    ? Effect.sync(() => Redacted.make(Encoding.encodeBase64Url(crypto.getRandomValues(new Uint8Array(24)))))
    : Effect.succeed(apiKey)
