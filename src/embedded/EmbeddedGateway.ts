import * as HttpServer from "@effect/platform/HttpServer"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import type * as ConfigError from "effect/ConfigError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { SpeechCommandMissing } from "../engines/speech/SpeechCommandMissing.js"
import * as GatewayServer from "../server/GatewayServer.js"
import type { ServerOptions } from "../server/ServerOptions.js"
import * as Gateway from "../services/Gateway.js"
import type { GatewayClient } from "../services/GatewayClient.js"
import type { AnswerOptions } from "./answers.js"
import { answers } from "./answers.js"
import { cutConnection } from "./connections/cutConnection.js"
import type { DataDirectoryUnusable } from "./data/DataDirectoryUnusable.js"
import type { CannotListen, ListenOptions } from "./listen.js"
import { listen } from "./listen.js"
import * as Prometheus from "./metrics/prometheus.js"

/** Where an embedded gateway listens, how it guards its operations, and what answers them. */
export interface EmbeddedGatewayOptions extends Omit<ServerOptions, "apiKey">, ListenOptions, AnswerOptions {
  /** The key that callers must send. Default: a random one, which `EmbeddedGateway` tells. */
  readonly apiKey?: Redacted.Redacted | undefined
}

/**
 * Why an embedded gateway does not start: a port in use, a directory that cannot be used, a speech command that is not there,
 * options of the upstream that do not fit.
 */
export type CannotStart = CannotListen | DataDirectoryUnusable | SpeechCommandMissing | ConfigError.ConfigError

/**
 * A gateway that runs in this process, on Node: the engines, for which it needs no network, or another gateway, served over
 * HTTP.
 */
export class EmbeddedGateway extends Context.Tag("effect-model-gateway/EmbeddedGateway")<
  EmbeddedGateway,
  {
    /** Where it listens, such as `http://127.0.0.1:41234`. */
    readonly baseUrl: string
    /** The key that it takes: the one given, or a random one. */
    readonly apiKey: Redacted.Redacted
  }
>() {
  /** Starts a gateway; it stops when the layer's scope closes. */
  static readonly layer = (options: EmbeddedGatewayOptions = {}): Layer.Layer<EmbeddedGateway, CannotStart> =>
    Layer.unwrapEffect(Effect.map(keyOf(options), (apiKey) => start({ ...options, apiKey }))).pipe(
      Layer.provide(listen(options))
    )

  /** All services over HTTP, to the embedded gateway. */
  static readonly services: Layer.Layer<Gateway.Services | GatewayClient, ConfigError.ConfigError, EmbeddedGateway> =
    Layer.unwrapEffect(Effect.map(EmbeddedGateway, Gateway.layer)).pipe(Layer.provide(NodeHttpClient.layerUndici))
}

const start = (options: ServerOptions & AnswerOptions) =>
  Layer.unwrapEffect(
    HttpServer.addressWith((address) => {
      const baseUrl = baseUrlOf(address)
      return Effect.succeed(
        GatewayServer.layer({ ...options, answeredBy: options.answeredBy ?? answeredBy(options) }).pipe(
          Layer.provide(answers({ ...options, assetBaseUrl: options.assetBaseUrl ?? reachable(baseUrl) })),
          Layer.provide(Prometheus.layer),
          Layer.provide(cutConnection),
          Layer.merge(Layer.succeed(EmbeddedGateway, { baseUrl, apiKey: options.apiKey }))
        )
      )
    })
  )

/** Of the upstream its host alone: a URL may hold credentials, and the page is read without a key. */
const answeredBy = ({ upstream }: AnswerOptions): string =>
  upstream === undefined ? "engines" : URL.canParse(upstream.baseUrl) ? new URL(upstream.baseUrl).host : "a gateway"

const baseUrlOf = (address: HttpServer.Address): string =>
  address._tag === "TcpAddress" && address.hostname.includes(":")
    ? `http://[${address.hostname}]:${address.port}`
    : HttpServer.formatAddress(address)

/** An address that stands for all of a machine is none to open a file by: then the URLs of assets are relative. */
const reachable = (baseUrl: string): string => (/\/\/(0\.0\.0\.0|\[::\]):/.test(baseUrl) ? "" : baseUrl)

/** A key is a secret: it comes from the system's generator, not from one that can be seeded. */
const keyOf = ({ apiKey }: EmbeddedGatewayOptions): Effect.Effect<Redacted.Redacted> =>
  apiKey === undefined
    ? Effect.sync(() => Redacted.make(Encoding.encodeBase64Url(crypto.getRandomValues(new Uint8Array(24)))))
    : Effect.succeed(apiKey)
