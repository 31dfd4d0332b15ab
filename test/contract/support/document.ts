import { Schema } from "effect"
import { operations } from "effect-model-gateway"
import { openApi } from "effect-model-gateway/server"
import type { JsonSchema, Resolve } from "./fits.js"

const AnySchema = Schema.Record({ key: Schema.String, value: Schema.Unknown })
const example = Schema.optional(Schema.Unknown)
const Content = Schema.Struct({ "application/json": Schema.Struct({ schema: AnySchema, example }) })

const Described = Schema.Struct({
  operationId: Schema.String.pipe(Schema.pattern(/^\w+$/)),
  summary: Schema.optional(Schema.NonEmptyString),
  description: Schema.optional(Schema.NonEmptyString),
  parameters: Schema.Array(
    Schema.Struct({
      name: Schema.NonEmptyString,
      in: Schema.Literal("path", "query"),
      required: Schema.Boolean,
      schema: AnySchema,
      example
    })
  ),
  requestBody: Schema.optional(Schema.Struct({ required: Schema.Literal(true), content: Content })),
  responses: Schema.Record({
    key: Schema.String.pipe(Schema.pattern(/^[1-5]\d\d$/)),
    value: Schema.Struct({
      description: Schema.NonEmptyString,
      headers: Schema.optional(Schema.Struct({ "Retry-After": AnySchema })),
      content: Content
    })
  })
})

/** An OpenAPI 3.1 document, read strictly: what ours has must look like this, and it may have nothing else. */
const Document = Schema.Struct({
  openapi: Schema.Literal("3.1.0"),
  info: Schema.Struct({
    title: Schema.NonEmptyString,
    version: Schema.NonEmptyString,
    description: Schema.NonEmptyString,
    license: Schema.Struct({ name: Schema.Literal("MIT"), identifier: Schema.Literal("MIT") })
  }),
  servers: Schema.Tuple(Schema.Struct({ url: Schema.Literal("/") })),
  paths: Schema.Record({
    key: Schema.TemplateLiteral("/", Schema.String),
    value: Schema.Struct({ get: Schema.optional(Described), post: Schema.optional(Described) })
  }),
  components: Schema.Struct({
    schemas: Schema.Record({ key: Schema.String.pipe(Schema.pattern(/^[\w.-]+$/)), value: AnySchema }),
    securitySchemes: Schema.Struct({
      apiKey: Schema.Struct({ type: Schema.Literal("http"), scheme: Schema.Literal("bearer") })
    })
  }),
  security: Schema.Tuple(Schema.Struct({ apiKey: Schema.Tuple() }))
})

const read = Schema.decodeUnknownSync(Document, { onExcessProperty: "error" })

/** The document of these operations, read back from its JSON. */
export const documentOf = (described: Parameters<typeof openApi>[1]) =>
  read(JSON.parse(JSON.stringify(openApi({ title: "Gateway", version: "1.0.0" }, described))))

/** The document of all operations. */
export const document = documentOf(operations)

/** Follows a reference of the document. */
export const resolve: Resolve = (ref) => {
  const name = /^#\/components\/schemas\/([\w.-]+)$/.exec(ref)?.[1] ?? ""
  const found = document.components.schemas[name]
  if (found === undefined) throw new Error(`a reference that leads nowhere: ${ref}`)
  return found
}

/** What the document says of a POST. */
export const describedAs = (path: keyof typeof document.paths) => {
  const { post } = document.paths[path] ?? {}
  if (post === undefined) throw new Error(`not described: ${path}`)
  const schemaOf = (content: typeof Content.Type | undefined): JsonSchema => content?.["application/json"].schema ?? {}
  const exampleOf = (content: typeof Content.Type | undefined): unknown => content?.["application/json"].example
  return {
    summary: post.summary,
    description: post.description,
    parameters: post.parameters,
    request: schemaOf(post.requestBody?.content),
    requestExample: exampleOf(post.requestBody?.content),
    statuses: Object.keys(post.responses),
    response: (status: number) => post.responses[String(status)],
    answer: (status: number) => schemaOf(post.responses[String(status)]?.content),
    answerExample: (status: number) => exampleOf(post.responses[String(status)]?.content)
  }
}
