import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Asset, AssetPage, ListAssetsRequest } from "../schemas/Asset.js"
import { listAssets } from "../schemas/Asset.js"
import type { GatewayBadRequest } from "../schemas/GatewayError.js"
import { AssetFiles, assetFilePath } from "../services/AssetFiles.js"
import { AssetLibrary } from "../services/AssetLibrary.js"
import { answering } from "./answering.js"
import { localDateTime } from "./localDateTime.js"
import { refuse } from "./refuse.js"
import { EngineState } from "./state/EngineState.js"
import type { KeptAsset } from "./state/KeptAsset.js"
import type { Shelf } from "./state/Shelf.js"

/** Options of the asset library. */
export interface Options {
  /**
   * Where the files of assets are served, such as `http://127.0.0.1:8080`: stands in front of `assetFilePath(id)` in each
   * asset's `URL`. Default: nothing, so that the URL is relative.
   */
  readonly assetBaseUrl?: string | undefined
}

/** The number of assets in a page where none is asked for. */
export const defaultPageSize = 20

/** The largest page. Who asks for more gets this many, and the reply says so. */
export const largestPageSize = 100

/**
 * The assets in the engines' state, which are the pictures of the image engine, and their files (specification 6). Pages
 * are numbered from 1, and oldest assets come first, so that a walk over pages meets each once while others come in.
 */
export const layer = ({
  assetBaseUrl = ""
}: Options = {}): Layer.Layer<AssetLibrary | AssetFiles, never, EngineState> =>
  Layer.effectContext(
    Effect.map(EngineState, ({ assets, files }) =>
      Context.make(AssetLibrary, AssetLibrary.make(answering(listAssets)(page(assets, toAsset(assetBaseUrl))))).pipe(
        Context.add(AssetFiles, AssetFiles.of({ read: files.get }))
      )
    )
  )

const page =
  (assets: Shelf<KeptAsset>, show: (asset: KeptAsset) => Asset) =>
  ({
    Filter,
    PageNumber = 1,
    PageSize = defaultPageSize
  }: ListAssetsRequest): Effect.Effect<AssetPage, GatewayBadRequest> => {
    if (PageNumber < 1) return refuse(listAssets, "PageNumber", "must be 1 or more, for the first page is 1")
    return Effect.map(assets.all, (all) => {
      const size = Math.min(PageSize, largestPageSize)
      const found = all.filter(({ groupId }) => groupId === Filter.GroupId)
      return {
        Items: found.slice((PageNumber - 1) * size, PageNumber * size).map(show),
        PageNumber,
        PageSize: size,
        TotalCount: found.length
      }
    })
  }

const toAsset =
  (baseUrl: string) =>
  ({ createdAt, groupId, id, name, type }: KeptAsset): Asset => ({
    Id: id,
    GroupId: groupId,
    Name: name,
    AssetType: type,
    URL: `${baseUrl.replace(/\/+$/, "")}${assetFilePath(id)}`,
    Status: "ready",
    CreateTime: localDateTime(createdAt),
    UpdateTime: localDateTime(createdAt)
  })
