import { Predicate } from "effect"

/** A JSON Schema, as far as this reads one. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The schema that a reference leads to; one that leads nowhere is an error. */
export type Resolve = (ref: string) => JsonSchema

/**
 * Whether a value fits a JSON Schema (2020-12), by the few keywords that the document uses. Another keyword is an error,
 * so that none is passed over in silence.
 */
export const fits = (schema: JsonSchema, value: unknown, resolve: Resolve): boolean =>
  Object.entries(schema).every(([keyword, argument]) => {
    const check = keywords[keyword]
    if (check === undefined) throw new Error(`a keyword that the test does not know: ${keyword}`)
    return check(argument, value, (inner, part) => fits(asSchema(inner), part, resolve), schema, resolve)
  })

type Keyword = (
  argument: unknown,
  value: unknown,
  inner: (schema: unknown, part: unknown) => boolean,
  schema: JsonSchema,
  resolve: Resolve
) => boolean

const keywords: Readonly<Record<string, Keyword>> = {
  title: () => true,
  description: () => true,
  $ref: (ref, value, inner, _, resolve) => inner(resolve(String(ref)), value),
  type: (type, value) => types[String(type)]?.(value) ?? false,
  const: (wanted, value) => value === wanted,
  enum: (allowed, value) => listOf(allowed).includes(value),
  allOf: (schemas, value, inner) => listOf(schemas).every((schema) => inner(schema, value)),
  anyOf: (schemas, value, inner) => listOf(schemas).some((schema) => inner(schema, value)),
  minLength: (least, value) => typeof value !== "string" || value.length >= Number(least),
  pattern: (pattern, value) => typeof value !== "string" || new RegExp(String(pattern), "u").test(value),
  minimum: (least, value) => typeof value !== "number" || value >= Number(least),
  exclusiveMinimum: (below, value) => typeof value !== "number" || value > Number(below),
  minItems: (least, value) => !Array.isArray(value) || value.length >= Number(least),
  items: (schema, value, inner) => !Array.isArray(value) || value.every((item) => inner(schema, item)),
  required: (names, value) =>
    !Predicate.isReadonlyRecord(value) || listOf(names).every((name) => Object.hasOwn(value, String(name))),
  properties: (properties, value, inner) =>
    !Predicate.isReadonlyRecord(value) ||
    Object.entries(asSchema(properties)).every(
      ([name, schema]) => !Object.hasOwn(value, name) || inner(schema, value[name])
    ),
  additionalProperties: (rule, value, inner, { properties = {} }) =>
    !Predicate.isReadonlyRecord(value) ||
    Object.entries(value).every(
      ([name, part]) =>
        Object.hasOwn(asSchema(properties), name) || (typeof rule === "boolean" ? rule : inner(rule, part))
    )
}

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: Predicate.isString,
  boolean: Predicate.isBoolean,
  number: Predicate.isNumber,
  integer: Number.isInteger,
  null: Predicate.isNull,
  array: Array.isArray,
  object: Predicate.isReadonlyRecord
}

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** A schema, which is an object; anything else is an error. */
export const asSchema = (value: unknown): JsonSchema => {
  if (!Predicate.isReadonlyRecord(value)) throw new Error(`no schema: ${JSON.stringify(value)}`)
  return value
}
