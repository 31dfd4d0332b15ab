import type * as JsonSchema from "@effect/platform/OpenApiJsonSchema"
import * as Record from "effect/Record"

/** The schemas that others refer to, by name. Describing an operation adds its own. */
export type Definitions = Record<string, JsonSchema.JsonSchema>

/** An object's schema without these fields. */
export const without = (
  schema: JsonSchema.JsonSchema,
  names: ReadonlyArray<string>,
  defs: Definitions
): JsonSchema.JsonSchema => {
  if (names.length === 0) return schema
  const { properties, required, ...rest } = objectOf(schema, defs)
  return {
    ...rest,
    properties: Record.filter(properties, (_, name) => !names.includes(name)),
    required: required.filter((name) => !names.includes(name))
  }
}

/** The object that a request's schema describes, also where it stands among the definitions; else one without fields. */
export const objectOf = (schema: JsonSchema.JsonSchema, defs: Definitions): JsonSchema.Object => {
  const resolved = "$ref" in schema ? defs[schema.$ref.split("/").at(-1) ?? ""] : schema
  return resolved !== undefined && "properties" in resolved
    ? resolved
    : { type: "object", properties: {}, required: [] }
}
