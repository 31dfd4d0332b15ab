import * as Schema from "effect/Schema"
import { assetPage } from "./examples/assets.js"
import { handedOn } from "./handedOn.js"
import * as Operation from "./Operation.js"
import { PositiveInt } from "./PositiveInt.js"
import * as Safety from "./Safety.js"
import { strict } from "./strict.js"

const text = handedOn(Schema.String)

/**
 * Specification, asset. `Id` names it; the values of `AssetType` and `Status`, and the form of the times, are not shown.
 */
export const Asset = Schema.Struct({
  Id: Schema.String,
  GroupId: text,
  Name: text,
  AssetType: text,
  URL: text,
  Status: text,
  CreateTime: text,
  UpdateTime: text
}).annotations({ identifier: "Asset" })
export interface Asset extends Schema.Schema.Type<typeof Asset> {}

/** Specification 6, `Filter`: the group whose assets are wanted. */
export const AssetFilter = Schema.Struct({ GroupId: Schema.String }).annotations({ identifier: "AssetFilter" })
export interface AssetFilter extends Schema.Schema.Type<typeof AssetFilter> {}

/** Specification 6. A page of a group's assets. The bounds of a page's size are not shown. */
export const ListAssetsRequest = strict(
  Schema.Struct({
    Filter: AssetFilter,
    PageNumber: Schema.optional(Schema.NonNegativeInt),
    PageSize: Schema.optional(PositiveInt)
  })
).annotations({ identifier: "ListAssetsRequest" })
export interface ListAssetsRequest extends Schema.Schema.Type<typeof ListAssetsRequest> {}

/** Specification 6. One page, and the number of assets in all. */
export const AssetPage = Schema.Struct({
  Items: Schema.optionalWith(Schema.Array(Asset), { nullable: true, default: () => [] }),
  PageNumber: handedOn(Schema.Int),
  PageSize: handedOn(Schema.Int),
  TotalCount: Schema.NonNegativeInt
}).annotations({ identifier: "AssetPage" })
export interface AssetPage extends Schema.Schema.Type<typeof AssetPage> {}

/** Specification 6. Lists a group's assets, a page at a time. Not for polling one asset: that is `getAsset`. */
export const listAssets = Operation.post("listAssets", "/api/v3/listAssets", {
  equivalentPaths: ["/api/v3/ListAssets"],
  request: ListAssetsRequest,
  response: AssetPage,
  safety: Safety.read,
  documentation: {
    summary: "List assets",
    description:
      "A page of a group's assets, and the number of assets in all. Not for polling one asset. The bounds of a page's size and " +
      "the values of `AssetType` and `Status` are not shown: those of the example are illustrative.",
    example: assetPage
  }
})
