import { Predicate, Record } from "effect"
import type { JsonSchema, Resolve } from "./fits.js"
import { asSchema } from "./fits.js"

/** The fields that a schema describes, as paths like `messages.0.role`; of a list, those of its first element. */
export const fieldsOf = (
  schema: JsonSchema,
  resolve: Resolve
): ReadonlyArray<{ readonly field: string; readonly required: boolean }> => {
  if (typeof schema.$ref === "string") return fieldsOf(resolve(schema.$ref), resolve)
  if (schema.items !== undefined) return below("0", fieldsOf(asSchema(schema.items), resolve))
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(asSchema(schema.properties ?? {})).flatMap(([name, inner]) => [
    { field: name, required: required.includes(name) },
    ...below(name, fieldsOf(asSchema(inner), resolve))
  ])
}

const below = (name: string, fields: ReturnType<typeof fieldsOf>): ReturnType<typeof fieldsOf> =>
  fields.map(({ field, required }) => ({ field: `${name}.${field}`, required }))

/** The fields that a value holds, as the same paths. */
export const fieldsIn = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return fieldsIn(value[0]).map((field) => `0.${field}`)
  if (!Predicate.isReadonlyRecord(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...fieldsIn(inner).map((field) => `${name}.${field}`)])
}

/** The value without the field of a path. */
export const without = (value: unknown, field: string): unknown => {
  const [name = "", ...rest] = field.split(".")
  const replace = (inner: unknown) => without(inner, rest.join("."))
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === name ? replace(item) : item))
  if (!Predicate.isReadonlyRecord(value)) return value
  return rest.length === 0 ? Record.remove(value, name) : Record.modify(value, name, replace)
}
