import * as JSONSchema from "effect/JSONSchema"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** A field of a request that can be written as an option: a text, a number or a switch, at any depth outside of lists. */
export interface Field {
  /** Where it stands in the request, such as `audio`, `rate`. */
  readonly path: ReadonlyArray<string>
  /** The option without its dashes, such as `audio-rate`. */
  readonly flag: string
  readonly kind: "text" | "number" | "switch"
  /** The values that it can have, where they are few. */
  readonly values: ReadonlyArray<string>
  readonly description: string
  readonly required: boolean
}

/** The fields of a request, from its schema alone, so that no field has to be named twice. */
export const fieldsOf = (request: Schema.Schema.AnyNoContext): ReadonlyArray<Field> => {
  const root = readNode(JSONSchema.make(request))
  return walk(root, root.$defs ?? {}, [], true)
}

/** A request with the value of one field set. What stands in the way and is no object is left for the schema to refuse. */
export const withField = (request: unknown, path: ReadonlyArray<string>, value: unknown): unknown => {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (request === undefined) return { [name]: withField(undefined, rest, value) }
  return Predicate.isReadonlyRecord(request) ? { ...request, [name]: withField(request[name], rest, value) } : request
}

/** What of JSON Schema is read here. */
interface Node {
  readonly $ref?: string | undefined
  readonly $defs?: { readonly [name: string]: Node } | undefined
  readonly allOf?: ReadonlyArray<Node> | undefined
  readonly type?: string | undefined
  readonly enum?: ReadonlyArray<unknown> | undefined
  readonly description?: string | undefined
  readonly properties?: { readonly [name: string]: Node } | undefined
  readonly required?: ReadonlyArray<string> | undefined
}

const inner = Schema.suspend((): Schema.Schema<Node> => Node)
const named = Schema.Record({ key: Schema.String, value: inner })
const Node: Schema.Schema<Node> = Schema.Struct({
  $ref: Schema.optional(Schema.String),
  $defs: Schema.optional(named),
  allOf: Schema.optional(Schema.Array(inner)),
  type: Schema.optional(Schema.String),
  enum: Schema.optional(Schema.Array(Schema.Unknown)),
  description: Schema.optional(Schema.String),
  properties: Schema.optional(named),
  required: Schema.optional(Schema.Array(Schema.String))
})
const readNode = Schema.decodeUnknownSync(Node)

const walk = (
  node: Node,
  defs: Readonly<Record<string, Node>>,
  path: ReadonlyArray<string>,
  required: boolean
): ReadonlyArray<Field> => {
  const at = resolved(node, defs)
  if (at.properties !== undefined) {
    return Object.entries(at.properties).flatMap(([name, field]) =>
      walk(field, defs, [...path, name], required && at.required?.includes(name) === true)
    )
  }
  const kind = kinds[at.type ?? ""]
  if (kind === undefined) return []
  return [
    {
      path,
      flag: path.map(kebab).join("-"),
      kind,
      values: (at.enum ?? []).map(String),
      description: node.description ?? `The field ${path.join(".")} of the request.`,
      required
    }
  ]
}

const kinds: Readonly<Record<string, Field["kind"]>> = {
  string: "text",
  integer: "number",
  number: "number",
  boolean: "switch"
}

/** Where a node only refers to another, that one. */
const resolved = (node: Node, defs: Readonly<Record<string, Node>>): Node => {
  const next = node.$ref === undefined ? node.allOf?.[0] : defs[node.$ref.split("/").at(-1) ?? ""]
  return node.type !== undefined || next === undefined ? node : resolved(next, defs)
}

const kebab = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase()
