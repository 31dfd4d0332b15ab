import * as JsonSchema from "@effect/platform/OpenApiJsonSchema"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import type * as Schema from "effect/Schema"
import { ErrorBody } from "../../schemas/ErrorBody.js"
import * as Operation from "../../schemas/Operation.js"
import * as Path from "../../schemas/Path.js"
import { okStatus } from "../../schemas/statuses.js"
import type { DescribedFailure } from "./failures.js"
import { failures } from "./failures.js"
import type { Definitions } from "./jsonSchemas.js"
import { objectOf, without } from "./jsonSchemas.js"

/** An operation as it stands under one of its paths, the first of which is `path`. Adds its schemas to `defs`. */
export const describe = (operation: Operation.Any, index: number, defs: Definitions) => {
  const { documentation, name, path, response, successStatuses } = operation
  const request = JsonSchema.makeWithDefs(operation.request, { defs })
  const hasBody = Operation.hasBody(operation.method)
  const inPath = Path.parameters(path)
  const asked = fieldsOf(documentation?.example.request)
  const sent = Record.filter(asked, (_, field) => !inPath.includes(field))
  const body = json(without(request, inPath, defs), documentation === undefined ? {} : { example: sent })
  const reply = json(replySchema(response, defs), documentation && { example: documentation.example.response })
  return {
    operationId: index === 0 ? name : `${name}${index + 1}`,
    ...(documentation === undefined ? {} : told(documentation, index === 0 ? undefined : path)),
    parameters: parameters(objectOf(request, defs), inPath, hasBody, asked),
    ...(hasBody ? { requestBody: { required: true, ...body } } : {}),
    responses: {
      [successStatuses[0] ?? okStatus]: { description: "The reply.", ...reply },
      ...Record.fromEntries(failures.map((failure) => [String(failure.status), refusal(failure, defs)]))
    }
  }
}

const told = ({ description, summary }: Operation.Documentation<unknown, unknown>, equivalentTo: string | undefined) =>
  equivalentTo === undefined
    ? { summary, description }
    : { summary: `${summary} (equivalent path)`, description: `The same as \`${equivalentTo}\`. ${description}` }

const json = (schema: JsonSchema.JsonSchema, more: { readonly example?: unknown } = {}) => ({
  content: { "application/json": { schema, ...more } }
})

/** Of a reply that may have more fields than are known. */
const replySchema = (schema: Schema.Schema.AnyNoContext, defs: Definitions) =>
  JsonSchema.makeWithDefs(schema, { defs, additionalPropertiesStrategy: "allow" })

const refusal = ({ description, example, retryAfter }: DescribedFailure, defs: Definitions) => ({
  description,
  ...(retryAfter ? { headers: { "Retry-After": wait } } : {}),
  ...json(replySchema(ErrorBody, defs), { example })
})

const wait = {
  description: "How long to wait before the request is sent again. Unit: seconds.",
  schema: { type: "integer", minimum: 0 }
}

/** Fields that the path names; without a body, the others stand in the query. */
const parameters = (
  { properties, required }: JsonSchema.Object,
  inPath: ReadonlyArray<string>,
  hasBody: boolean,
  example: Readonly<Record<string, unknown>>
): ReadonlyArray<unknown> =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const shown = { schema, ...(name in example ? { example: example[name] } : {}) }
    if (inPath.includes(name)) return [{ name, in: "path", required: true, ...shown }]
    return hasBody ? [] : [{ name, in: "query", required: required.includes(name), ...shown }]
  })

const fieldsOf = (request: unknown): Readonly<Record<string, unknown>> =>
  Predicate.isReadonlyRecord(request) ? request : {}
