import * as JsonSchema from "@effect/platform/OpenApiJsonSchema"
import * as Record from "effect/Record"
import type * as Schema from "effect/Schema"
import { ErrorBody } from "../schemas/ErrorBody.js"
import * as Operation from "../schemas/Operation.js"
import { operations } from "../schemas/operations.js"
import * as Path from "../schemas/Path.js"
import { okStatus, serverStatuses, statuses } from "../schemas/statuses.js"

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0"
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: Readonly<Record<string, unknown>>
  readonly security: ReadonlyArray<unknown>
}

/**
 * Describes operations as OpenAPI 3.1, from their own data. `HttpApi` is passed over here: it takes the colon of
 * `{model}:generateContent` for a parameter, and has no place for a field that travels in the path.
 */
export const openApi = (
  info: OpenApiDocument["info"],
  described: ReadonlyArray<Operation.Any> = operations
): OpenApiDocument => {
  const schemas: Record<string, JsonSchema.JsonSchema> = {}
  const paths = described.flatMap((operation) =>
    [operation.path, ...operation.equivalentPaths].map(
      (path, index) => [path, { [operation.method.toLowerCase()]: describe(operation, index, schemas) }] as const
    )
  )
  return withoutIds({
    openapi: "3.1.0",
    info,
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

/** The schemas that others refer to, by name. Describing an operation adds its own. */
type Definitions = Record<string, JsonSchema.JsonSchema>

const describe = (operation: Operation.Any, index: number, defs: Definitions) => {
  const json = (schema: JsonSchema.JsonSchema) => ({ content: { "application/json": { schema } } })
  const reply = (schema: Schema.Schema.AnyNoContext) =>
    json(JsonSchema.makeWithDefs(schema, { defs, additionalPropertiesStrategy: "allow" }))
  const request = JsonSchema.makeWithDefs(operation.request, { defs })
  const hasBody = Operation.hasBody(operation.method)
  const inPath = Path.parameters(operation.path)
  return {
    operationId: index === 0 ? operation.name : `${operation.name}${index + 1}`,
    parameters: parameters(objectOf(request, defs), inPath, hasBody),
    ...(hasBody ? { requestBody: { required: true, ...json(without(request, inPath, defs)) } } : {}),
    responses: {
      [operation.successStatuses[0] ?? okStatus]: { description: "The reply.", ...reply(operation.response) },
      ...Record.fromEntries(
        Object.entries({ ...statuses, ...serverStatuses }).map(([tag, status]) => [
          String(status),
          { description: tag, ...reply(ErrorBody) }
        ])
      )
    }
  }
}

/** Fields that the path names; without a body, the others stand in the query. */
const parameters = (
  { properties, required }: JsonSchema.Object,
  inPath: ReadonlyArray<string>,
  hasBody: boolean
): ReadonlyArray<unknown> =>
  Object.entries(properties).flatMap(([name, schema]) =>
    inPath.includes(name)
      ? [{ name, in: "path", required: true, schema }]
      : hasBody
        ? []
        : [{ name, in: "query", required: required.includes(name), schema }]
  )

const without = (
  request: JsonSchema.JsonSchema,
  names: ReadonlyArray<string>,
  defs: Definitions
): JsonSchema.JsonSchema => {
  if (names.length === 0) return request
  const { properties, required, ...rest } = objectOf(request, defs)
  return {
    ...rest,
    properties: Record.filter(properties, (_, name) => !names.includes(name)),
    required: required.filter((name) => !names.includes(name))
  }
}

/** The object that a request's schema describes, also where it stands among the definitions; else one without fields. */
const objectOf = (schema: JsonSchema.JsonSchema, defs: Definitions): JsonSchema.Object => {
  const resolved = "$ref" in schema ? defs[schema.$ref.split("/").at(-1) ?? ""] : schema
  return resolved !== undefined && "properties" in resolved
    ? resolved
    : { type: "object", properties: {}, required: [] }
}
