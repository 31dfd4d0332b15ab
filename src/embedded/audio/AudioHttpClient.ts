import { lookup as systemLookup } from "node:dns"
import type { LookupFunction } from "node:net"
import type * as HttpClient from "@effect/platform/HttpClient"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Undici from "@effect/platform-node/Undici"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { AudioNetwork } from "./AudioNetwork.js"
import { guardedConnector } from "./guardedConnector.js"

/** Options of the HTTP client for recordings. */
export interface Options {
  /** Finds the addresses of a name. Default: as the system does, by `lookup` of `node:dns`. */
  readonly lookup?: LookupFunction | undefined
}

/**
 * An HTTP client that downloads recordings from the addresses of a network alone; a caller who may name any URL may
 * otherwise look around with it where the gateway runs. A connection to another address fails with `AddressRefused` as its
 * cause.
 *
 * @example
 * TranscriberEngine.layer().pipe(Layer.provide(AudioHttpClient.layer("public")))
 */
export const layer = (
  network: AudioNetwork = "local",
  { lookup = systemLookup }: Options = {}
): Layer.Layer<HttpClient.HttpClient> =>
  Layer.provide(
    NodeHttpClient.layerUndiciWithoutDispatcher,
    Layer.scoped(
      NodeHttpClient.Dispatcher,
      Effect.acquireRelease(
        Effect.sync(() => new Undici.Agent({ connect: guardedConnector(network, lookup) })),
        (agent) => Effect.promise(() => agent.destroy())
      )
    )
  )
