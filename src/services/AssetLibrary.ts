import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Stream from "effect/Stream"
import type { Asset, AssetPage, ListAssetsRequest } from "../schemas/Asset.js"
import { listAssets } from "../schemas/Asset.js"
import type { GatewayError } from "../schemas/GatewayError.js"
import { assetsByPage } from "./assets/pages.js"
import { GatewayClient } from "./GatewayClient.js"

/** One call of the asset listing (specification 6). */
export type ListAssets = (request: typeof ListAssetsRequest.Encoded) => Effect.Effect<AssetPage, GatewayError>

/** Which assets to walk over. */
export interface AssetStreamRequest {
  readonly groupId: string
  /** How many to ask for at a time; left out, the gateway decides. */
  readonly pageSize?: number | undefined
  /** The number of the first page, which is not shown. Default: 1. */
  readonly firstPage?: number | undefined
}

/** Lists the assets of a group (specification 6). Not for polling one asset: `getAsset` is for that. */
export class AssetLibrary extends Context.Tag("effect-model-gateway/AssetLibrary")<
  AssetLibrary,
  {
    /** One page. */
    readonly list: ListAssets
    /**
     * All assets of a group, lazily, and each once. Assets that come or go meanwhile are allowed for as far as
     * `TotalCount` shows it: of one that goes while another comes, nothing tells.
     */
    readonly stream: (request: AssetStreamRequest) => Stream.Stream<Asset, GatewayError>
  }
>() {
  /** An asset library over the operation, wherever it runs. */
  static readonly make = (list: ListAssets): typeof AssetLibrary.Service =>
    AssetLibrary.of({
      list,
      stream: ({ firstPage = 1, groupId, pageSize }) =>
        assetsByPage(firstPage, pageSize, (page) =>
          list({ Filter: { GroupId: groupId }, PageNumber: page, PageSize: pageSize })
        )
    })

  /** Over HTTP. */
  static readonly layer: Layer.Layer<AssetLibrary, never, GatewayClient> = Layer.effect(
    AssetLibrary,
    Effect.map(GatewayClient, ({ execute }) => AssetLibrary.make(execute(listAssets)))
  )
}
