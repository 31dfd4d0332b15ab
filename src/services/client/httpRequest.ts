import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as UrlParams from "@effect/platform/UrlParams"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import { GatewayInvalidRequest } from "../../schemas/GatewayError.js"
import * as Operation from "../../schemas/Operation.js"
import * as Path from "../../schemas/Path.js"
import type { Endpoint } from "./ClientOptions.js"

/**
 * The HTTP request of an operation: fields that its path names go into the path, the others into the body, or into the
 * query where the method has no body.
 */
export const httpRequest = (
  { apiKey, baseUrl }: Endpoint,
  operation: Operation.Any,
  wire: unknown
): Either.Either<HttpClientRequest.HttpClientRequest, GatewayInvalidRequest> => {
  const fields = Predicate.isReadonlyRecord(wire) ? wire : {}
  const inPath = Path.parameters(operation.path)
  return Either.mapBoth(Path.fill(operation.path, fields), {
    onLeft: (parameter) => unusableParameter(operation, parameter),
    onRight: (path) => {
      const rest = inPath.length === 0 ? wire : Record.filter(fields, (_, name) => !inPath.includes(name))
      return HttpClientRequest.make(operation.method)(`${baseUrl}${path}`).pipe(
        HttpClientRequest.bearerToken(apiKey),
        HttpClientRequest.acceptJson,
        Operation.hasBody(operation.method)
          ? HttpClientRequest.bodyUnsafeJson(rest)
          : HttpClientRequest.setUrlParams(query(rest))
      )
    }
  })
}

const query = (fields: unknown): UrlParams.UrlParams =>
  UrlParams.fromInput(
    Predicate.isReadonlyRecord(fields)
      ? Object.entries(fields).flatMap(([name, value]) => [value].flat().flatMap((one) => toPair(name, one)))
      : []
  )

const toPair = (name: string, value: unknown): ReadonlyArray<readonly [string, string]> =>
  value === undefined || value === null
    ? []
    : [[name, typeof value === "object" ? JSON.stringify(value) : String(value)]]

const unusableParameter = (operation: Operation.Any, parameter: string) =>
  new GatewayInvalidRequest({
    operation: operation.name,
    attempts: 0,
    issues: [{ path: parameter, problem: "must be a text that can stand in the path: not empty, not . or .." }]
  })
