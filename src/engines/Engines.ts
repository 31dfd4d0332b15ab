import type * as HttpClient from "@effect/platform/HttpClient"
import * as Layer from "effect/Layer"
import type { AssetFiles } from "../services/AssetFiles.js"
import type { Services } from "../services/Gateway.js"
import * as AssetLibraryEngine from "./AssetLibraryEngine.js"
import * as EmbedderEngine from "./EmbedderEngine.js"
import type { EngineOptions } from "./EngineOptions.js"
import * as ImageGeneratorEngine from "./ImageGeneratorEngine.js"
import * as RerankerEngine from "./RerankerEngine.js"
import { EngineState } from "./state/EngineState.js"
import * as TranscriberEngine from "./TranscriberEngine.js"
import * as VideoOrdersEngine from "./VideoOrdersEngine.js"

/** All services by the engines, on a state that is provided. */
export const services = (
  options: EngineOptions = {}
): Layer.Layer<Services | AssetFiles, never, HttpClient.HttpClient | EngineState> =>
  Layer.mergeAll(
    TranscriberEngine.layer(options),
    ImageGeneratorEngine.layer(options),
    EmbedderEngine.layer,
    RerankerEngine.layer,
    AssetLibraryEngine.layer(options),
    VideoOrdersEngine.layer
  )

/**
 * All services by the engines, with a state in memory that ends with the layer. The HTTP client is for the recordings
 * alone, which are downloaded from wherever the caller names: without a recording there is no network.
 *
 * @example
 * program.pipe(Effect.provide(Engines.layer({ speed: 100 })), Effect.provide(NodeHttpClient.layerUndici))
 */
export const layer = (options: EngineOptions = {}): Layer.Layer<Services | AssetFiles, never, HttpClient.HttpClient> =>
  Layer.provide(services(options), EngineState.memory)
