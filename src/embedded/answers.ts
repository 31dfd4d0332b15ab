import * as NodeContext from "@effect/platform-node/NodeContext"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import type * as ConfigError from "effect/ConfigError"
import * as Layer from "effect/Layer"
import type { EngineOptions } from "../engines/EngineOptions.js"
import * as Engines from "../engines/Engines.js"
import * as SpeechCommand from "../engines/SpeechCommand.js"
import type { SpeechCommandMissing } from "../engines/speech/SpeechCommandMissing.js"
import { EngineState } from "../engines/state/EngineState.js"
import type { GatewayClientOptions } from "../services/client/ClientOptions.js"
import { noRetries } from "../services/client/RetryPolicy.js"
import * as Gateway from "../services/Gateway.js"
import * as AudioHttpClient from "./audio/AudioHttpClient.js"
import type { AudioNetwork } from "./audio/AudioNetwork.js"
import * as DataDirectory from "./data/DataDirectory.js"
import type { DataDirectoryUnusable } from "./data/DataDirectoryUnusable.js"
import { temporary } from "./data/temporary.js"
import { engineInventory } from "./engineInventory.js"

/** What answers an embedded gateway's operations: engines, or another gateway. */
export interface AnswerOptions extends EngineOptions {
  /** A directory that keeps what the engines remember. Default: none, and memory keeps it until the layer ends. */
  readonly data?: string | undefined
  /** The addresses that recordings may be downloaded from. Default: `local`, all but link-local and metadata ones. */
  readonly audioNetwork?: AudioNetwork | undefined
  /** A program that recognises speech. Default: none, and the text of recordings is the one that they carry. */
  readonly speech?: SpeechCommand.Options | undefined
  /**
   * The gateway that answers instead of the engines, whose options are then without effect. A call is tried once, unless
   * `retries` says otherwise: whoever calls this gateway tries again, and retries behind retries multiply.
   */
  readonly upstream?: GatewayClientOptions | undefined
}

/** The services that answer. Fails where the directory cannot be used, or the speech command or the upstream does not fit. */
export const answers = (
  options: AnswerOptions
): Layer.Layer<Gateway.Services, DataDirectoryUnusable | SpeechCommandMissing | ConfigError.ConfigError> =>
  options.upstream === undefined ? engines(options) : relay(options.upstream)

/** It is the server that bounds how many requests are let in: those do not wait a second time. */
const relay = (upstream: GatewayClientOptions) =>
  Gateway.layer({
    ...upstream,
    retries: upstream.retries ?? noRetries,
    concurrency: upstream.concurrency ?? { least: unbounded, most: unbounded }
  }).pipe(Layer.provide(NodeHttpClient.layerUndici))

const unbounded = Number.MAX_SAFE_INTEGER

const engines = (options: AnswerOptions) =>
  Layer.merge(Engines.services(options), engineInventory).pipe(
    Layer.provide(speech(options)),
    Layer.provideMerge(options.data === undefined ? EngineState.memory : DataDirectory.layer(options.data)),
    Layer.provide([AudioHttpClient.layer(options.audioNetwork), NodeContext.layer])
  )

/** Built after the data directory, which is then this gateway's own. */
const speech = ({ data, speech }: AnswerOptions) =>
  speech === undefined
    ? Layer.empty
    : SpeechCommand.layer({ ...speech, directory: speech.directory ?? (data && temporary(data)) })
