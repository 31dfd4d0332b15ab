import type * as HttpClient from "@effect/platform/HttpClient"
import type * as Config from "effect/Config"
import type * as ConfigError from "effect/ConfigError"
import * as Layer from "effect/Layer"
import { AssetLibrary } from "./AssetLibrary.js"
import type { GatewayClientOptions } from "./client/ClientOptions.js"
import { Embedder } from "./Embedder.js"
import { GatewayClient } from "./GatewayClient.js"
import { ImageGenerator } from "./ImageGenerator.js"
import { Reranker } from "./Reranker.js"
import { Transcriber } from "./Transcriber.js"
import type { TranscriberOptions } from "./transcription/Wait.js"
import { VideoOrders } from "./VideoOrders.js"

/** The services of all operations. */
export type Services = Transcriber | ImageGenerator | Embedder | Reranker | AssetLibrary | VideoOrders

/** How the client reaches its gateway, and how its transcriber waits. */
export interface Options extends GatewayClientOptions, TranscriberOptions {}

/** All services over HTTP, on a client that is provided, with options for the transcriber. */
export const servicesWith = (options: TranscriberOptions): Layer.Layer<Services, never, GatewayClient> =>
  Layer.mergeAll(
    Transcriber.layerWith(options),
    ImageGenerator.layer,
    Embedder.layer,
    Reranker.layer,
    AssetLibrary.layer,
    VideoOrders.layer
  )

/** All services over HTTP, on a client that is provided. */
export const services: Layer.Layer<Services, never, GatewayClient> = servicesWith({})

/** All services, and their client, from options. */
export const layer = (
  options: Options
): Layer.Layer<Services | GatewayClient, ConfigError.ConfigError, HttpClient.HttpClient> =>
  Layer.provideMerge(servicesWith(options), GatewayClient.layer(options))

/**
 * All services, and their client, from configuration; by default `MODEL_GATEWAY_BASE_URL` and `MODEL_GATEWAY_API_KEY`. How
 * the transcriber waits is no configuration, so it is given beside it.
 */
export const layerConfig = (
  config?: Config.Config.Wrap<GatewayClientOptions>,
  options: TranscriberOptions = {}
): Layer.Layer<Services | GatewayClient, ConfigError.ConfigError, HttpClient.HttpClient> =>
  Layer.provideMerge(servicesWith(options), GatewayClient.layerConfig(config))
