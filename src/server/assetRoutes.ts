import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { serverStatuses } from "../schemas/statuses.js"
import { AssetFiles, assetFilePath } from "../services/AssetFiles.js"
import { errorResponse } from "./failureResponse.js"
import { TraceId } from "./traceId.js"

/**
 * Serves the files behind asset URLs, where the services hold them. Without the key, as such URLs are opened by browsers
 * and other services: the id in the URL is what cannot be guessed.
 */
export const assetRoutes = Effect.map(
  Effect.serviceOption(AssetFiles),
  Option.match({
    onNone: () => [],
    onSome: ({ read }) => [HttpRouter.makeRoute("GET", assetFilePath(":id"), serveFile(read))]
  })
)

const serveFile = (read: typeof AssetFiles.Service.read) =>
  Effect.gen(function* () {
    const { id = "" } = yield* HttpRouter.params
    const file = yield* read(id)
    if (Option.isNone(file)) {
      return errorResponse(serverStatuses.notFound, "NotFound", "no asset has this id", yield* TraceId)
    }
    const { bytes, mimeType } = file.value
    return HttpServerResponse.uint8Array(bytes, {
      contentType: mimeType,
      headers: { "x-content-type-options": "nosniff" }
    })
  })
