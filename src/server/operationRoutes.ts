import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Redacted from "effect/Redacted"
import { GatewayInvalidRequest } from "../schemas/GatewayError.js"
import type * as Operation from "../schemas/Operation.js"
import * as Path from "../schemas/Path.js"
import { okStatus, statuses } from "../schemas/statuses.js"
import { isAuthentic } from "./authenticate.js"
import type { Binding } from "./Binding.js"
import { brief } from "./brief.js"
import { dialectOf } from "./dialects/dialects.js"
import type { ServerFailure } from "./failureResponse.js"
import { errorResponse, failureResponse, upstreamTrace } from "./failureResponse.js"
import { notNow } from "./notNow.js"
import { onceOnly } from "./onceOnly.js"
import { othersTurn } from "./othersTurn.js"
import { readFields } from "./readFields.js"
import type { Gate } from "./requests/Gate.js"
import { tell } from "./requests/RequestFacts.js"
import type { ServerOptions } from "./ServerOptions.js"
import { TraceId } from "./traceId.js"

/** The routes of an operation: one for each path that it is served on. */
export const operationRoutes = (binding: Binding, gate: Gate, options: ServerOptions) => {
  const { equivalentPaths, method, name, path } = binding.operation
  const respond = Effect.zipRight(
    Effect.zipRight(tell({ operation: name }), onceOnly(binding.operation)),
    authenticated(options.apiKey, gate.admit(answer(binding, options), notNow(binding.operation)))
  )
  return [path, ...equivalentPaths].map((one) => HttpRouter.makeRoute(method, Path.routerPattern(one), respond))
}

const answer = ({ operation, reply }: Binding, options: ServerOptions) => {
  const [status = okStatus] = operation.successStatuses
  return Effect.flatMap(TraceId, (traceId) =>
    Effect.gen(function* () {
      const fields = yield* readFields(operation, options)
      yield* tell(named(fields))
      const { requests, write } = yield* Effect.mapError(dialectOf(operation)(fields), refused(operation))
      const replies = yield* Effect.forEach(
        requests,
        (request, index) => Effect.zipRight(index === 0 ? Effect.void : othersTurn, reply(request, traceId)),
        { concurrency: 8 }
      )
      return yield* write(replies, status)
    }).pipe(
      Effect.catchAll((failure: ServerFailure) =>
        Effect.as(
          tell({ failure: failure._tag, ...upstreamTrace(failure) }),
          failureResponse(operation, failure, traceId)
        )
      )
    )
  )
}

const authenticated = <E, R>(
  apiKey: Redacted.Redacted,
  respond: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) =>
  Effect.gen(function* () {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    if (yield* isAuthentic(apiKey, headers)) return yield* respond
    yield* tell({ failure: "GatewayUnauthorized" })
    const message =
      headers.authorization === undefined
        ? "send the gateway's key as Authorization: Bearer <API_KEY>"
        : "the key that was sent is not the gateway's; send it as Authorization: Bearer <API_KEY>"
    return errorResponse(statuses.GatewayUnauthorized, "GatewayUnauthorized", message, yield* TraceId)
  })

const refused =
  ({ name }: Operation.Any) =>
  (issues: GatewayInvalidRequest["issues"]) =>
    new GatewayInvalidRequest({ operation: name, attempts: 0, issues })

/** The id by which a caller names its work; one that is very long is cut. */
const named = (fields: unknown) =>
  Predicate.hasProperty(fields, "id") && Predicate.isString(fields.id) ? { id: brief(fields.id) } : {}
