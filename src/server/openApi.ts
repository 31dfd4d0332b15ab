import * as Record from "effect/Record"
import type * as Operation from "../schemas/Operation.js"
import { operations } from "../schemas/operations.js"
import { describe } from "./openApi/describe.js"
import { gatewayInfo } from "./openApi/gatewayInfo.js"
import type { Definitions } from "./openApi/jsonSchemas.js"
import type { OpenApiDocument, OpenApiInfo } from "./openApi/OpenApiDocument.js"

export * from "./openApi/documentationRoutes.js"
export * from "./openApi/OpenApiDocument.js"

/**
 * Describes operations as OpenAPI 3.1, from their own data; of `info`, what is left out is the gateway's own. `HttpApi` is
 * passed over here: it takes the colon of `{model}:generateContent` for a parameter, and has no place for a field that
 * travels in the path.
 */
export const openApi = (
  info: Partial<OpenApiInfo> = {},
  described: ReadonlyArray<Operation.Any> = operations
): OpenApiDocument => {
  const schemas: Definitions = {}
  const paths = described.flatMap((operation) =>
    [operation.path, ...operation.equivalentPaths].map(
      (path, index) => [path, { [operation.method.toLowerCase()]: describe(operation, index, schemas) }] as const
    )
  )
  return withoutIds({
    openapi: "3.1.0",
    info: { ...gatewayInfo, ...info },
    servers: [{ url: "/" }],
    paths: Record.fromEntries(paths),
    components: { schemas, securitySchemes: { apiKey: { type: "http", scheme: "bearer" } } },
    security: [{ apiKey: [] }]
  })
}

/** The document without the one `$id` that all unknown values are given: an id may stand once. */
const withoutIds = (document: OpenApiDocument): OpenApiDocument =>
  JSON.parse(
    JSON.stringify(document, (name, value) => (name === "$id" && typeof value === "string" ? undefined : value))
  )
