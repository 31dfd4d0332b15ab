import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { GeneratedImage } from "../schemas/GeneratedImages.js"

/**
 * The files behind the `URL` of assets, for an implementation that holds them itself, as the engines do. It is no
 * operation of the gateway, and the services over HTTP have none; a server serves it where it is there.
 */
export class AssetFiles extends Context.Tag("effect-model-gateway/AssetFiles")<
  AssetFiles,
  {
    /** The file of an asset, by the asset's `Id`. */
    readonly read: (id: string) => Effect.Effect<Option.Option<GeneratedImage>>
  }
>() {}

/** Where a server serves the file of an asset, below its base URL. */
export const assetFilePath = (id: string): `/${string}` => `/assets/${id}`
