import * as Options from "@effect/cli/Options"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { listAssets } from "../../schemas/Asset.js"
import { AssetLibrary } from "../../services/AssetLibrary.js"
import { nothingKept } from "../calls/advice.js"
import { callCommand } from "../calls/callCommand.js"
import { columns } from "../calls/columns.js"
import { eachOne } from "../calls/eachOne.js"

/** `model-gateway assets`: all assets of a group, from the first page that is asked for. */
export const assets = callCommand({
  name: "assets",
  description: "Lists all assets of a group, from --page-number on.",
  examples: ["model-gateway assets generated-images", "model-gateway assets --page-size 50 --json generated-images"],
  request: listAssets.request,
  argument: {
    name: "GROUP",
    description: "The groups whose assets are listed.",
    fills: "Filter.GroupId",
    requests: eachOne("Filter.GroupId")
  },
  extra: Options.none,
  send: ({ Filter, PageNumber, PageSize }) =>
    Effect.flatMap(AssetLibrary, ({ stream }) =>
      Stream.runCollect(stream({ groupId: Filter.GroupId, firstPage: PageNumber, pageSize: PageSize }))
    ).pipe(
      Effect.map(Chunk.toReadonlyArray),
      Effect.map((assets) => ({
        lines: columns(
          assets.map(({ AssetType = "", Id, Name = "", Status = "", URL = "" }) => [Id, AssetType, Status, Name, URL])
        ),
        values: assets
      }))
    ),
  inOrder: true,
  interrupted: nothingKept
})
