import * as HttpRouter from "@effect/platform/HttpRouter"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { GatewayInvalidRequest } from "../schemas/GatewayError.js"
import type * as Operation from "../schemas/Operation.js"
import * as Path from "../schemas/Path.js"
import { okStatus } from "../schemas/statuses.js"
import { authenticated } from "./authenticate.js"
import type { Binding } from "./Binding.js"
import { brief } from "./brief.js"
import { dialectOf } from "./dialects/dialects.js"
import type { ServerFailure } from "./failureResponse.js"
import { failureResponse, upstreamTrace } from "./failureResponse.js"
import type { Faults } from "./faults/Faults.js"
import { notNow } from "./notNow.js"
import { onceOnly } from "./onceOnly.js"
import { othersTurn } from "./othersTurn.js"
import { readFields } from "./readFields.js"
import type { Gate } from "./requests/Gate.js"
import { tell } from "./requests/RequestFacts.js"
import type { ServerOptions } from "./ServerOptions.js"
import { TraceId } from "./traceId.js"

/** The routes of an operation: one for each path that it is served on. */
export const operationRoutes = (binding: Binding, { faults, gate }: Surroundings, options: ServerOptions) => {
  const { equivalentPaths, method, name, path } = binding.operation
  const respond = Effect.zipRight(
    Effect.zipRight(tell({ operation: name }), onceOnly(binding.operation)),
    authenticated(options.apiKey, gate.admit(answer(binding, faults, options), notNow(binding.operation)))
  )
  return [path, ...equivalentPaths].map((one) => HttpRouter.makeRoute(method, Path.routerPattern(one), respond))
}

/** What stands between a request and the work. */
export interface Surroundings {
  readonly gate: Gate
  readonly faults: Faults
}

const answer = (binding: Binding, faults: Faults, options: ServerOptions) => {
  const { operation } = binding
  return Effect.flatMap(readFields(operation, options), (fields) =>
    Effect.zipRight(
      tell(named(fields)),
      faults.around(binding, (it) => write(it, fields).pipe(failuresAnswered(operation)))
    )
  ).pipe(failuresAnswered(operation))
}

const write = ({ operation, reply }: Binding, fields: unknown) => {
  const [status = okStatus] = operation.successStatuses
  return Effect.gen(function* () {
    const traceId = yield* TraceId
    const { requests, write } = yield* Effect.mapError(dialectOf(operation)(fields), refused(operation))
    const replies = yield* Effect.forEach(
      requests,
      (request, index) => Effect.zipRight(index === 0 ? Effect.void : othersTurn, reply(request, traceId)),
      { concurrency: 8 }
    )
    return yield* write(replies, status)
  })
}

const failuresAnswered =
  (operation: Operation.Any) =>
  <R>(respond: Effect.Effect<HttpServerResponse.HttpServerResponse, ServerFailure, R>) =>
    Effect.catchAll(respond, (failure) =>
      Effect.zipWith(tell({ failure: failure._tag, ...upstreamTrace(failure) }), TraceId, (_, traceId) =>
        failureResponse(operation, failure, traceId)
      )
    )

const refused =
  ({ name }: Operation.Any) =>
  (issues: GatewayInvalidRequest["issues"]) =>
    new GatewayInvalidRequest({ operation: name, attempts: 0, issues })

/** The id by which a caller names its work; one that is very long is cut. */
const named = (fields: unknown) =>
  Predicate.hasProperty(fields, "id") && Predicate.isString(fields.id) ? { id: brief(fields.id) } : {}
