import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { Asset, AssetPage, ListAssetsRequest } from "../schemas/Asset.js"
import { listAssets } from "../schemas/Asset.js"
import { GatewayBadRequest } from "../schemas/GatewayError.js"
import { AssetLibrary } from "../services/AssetLibrary.js"
import type { Answer } from "./Answer.js"
import { settle } from "./Answer.js"
import type { Calls } from "./Calls.js"
import { fake } from "./fake.js"

/**
 * An asset library of the assets it is given; by default of none. It filters by `GroupId`, and gives pages of 20 unless
 * more or fewer are asked for; the first page is 1, and 0 is refused. An effect is asked anew for each page, so that assets
 * may come and go.
 *
 * @example
 * FakeAssetLibrary.layer([{ Id: "asset-1", GroupId: "generated-images", Name: "lighthouse.png" }])
 */
export const layer = (assets: Answer<ReadonlyArray<Asset>> = []): Layer.Layer<AssetLibrary | Calls> =>
  fake(AssetLibrary, (noted) =>
    AssetLibrary.make(
      noted(
        listAssets,
        (request) => ({ service: "AssetLibrary", method: "list", request }),
        (request) => Effect.flatMap(settle(assets), (all) => page(all, request))
      )
    )
  )

const page = (
  all: ReadonlyArray<Asset>,
  { Filter, PageNumber = 1, PageSize = 20 }: ListAssetsRequest
): Effect.Effect<AssetPage, GatewayBadRequest> => {
  if (PageNumber < 1) {
    return new GatewayBadRequest({ operation: listAssets.name, attempts: 1, detail: "PageNumber must be 1 or more" })
  }
  const found = all.filter(({ GroupId }) => GroupId === Filter.GroupId)
  const Items = found.slice((PageNumber - 1) * PageSize, PageNumber * PageSize)
  return Effect.succeed({ Items, PageNumber, PageSize, TotalCount: found.length })
}
