import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiScalar from "@effect/platform/HttpApiScalar"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Effect from "effect/Effect"
import type { OpenApiDocument } from "./OpenApiDocument.js"

/**
 * Renders a document as a page, by the renderer that `@effect/platform` carries with it. The renderer is a layer that adds
 * a route for an `HttpApi`: it gets an empty one whose document is ours, and its route is asked once.
 */
export const referencePage = (document: OpenApiDocument): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const api = HttpApi.make("gateway").annotate(OpenApi.Transform, () => document)
  const renderer = HttpApiScalar.layerHttpLayerRouter({ api, path: "/", scalar })
  return HttpLayerRouter.toHttpEffect(renderer).pipe(
    Effect.flatten,
    Effect.provideService(
      HttpServerRequest.HttpServerRequest,
      HttpServerRequest.fromWeb(new Request("http://localhost/"))
    ),
    Effect.scoped,
    Effect.orDie
  )
}

/** Without what would ask other servers: fonts, telemetry, and buttons that send the document to the renderer's makers. */
const scalar = {
  withDefaultFonts: false,
  telemetry: false,
  showToolbar: "never",
  hideClientButton: true,
  favicon: "data:,"
}
