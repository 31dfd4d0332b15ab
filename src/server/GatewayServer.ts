import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HashSet from "effect/HashSet"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Path from "../schemas/Path.js"
import { okStatus, serverStatuses, statuses } from "../schemas/statuses.js"
import type * as Gateway from "../services/Gateway.js"
import { assetRoutes } from "./assetRoutes.js"
import { isAuthentic } from "./authenticate.js"
import type { Binding } from "./Binding.js"
import { bindings } from "./bindings.js"
import { errorResponse, failureResponse } from "./failureResponse.js"
import { readFields } from "./readFields.js"
import type { ServerOptions } from "./ServerOptions.js"
import { TraceId, traced } from "./traceId.js"

/**
 * Serves every operation over HTTP, answered by whatever services it is given: engines, or another gateway. The
 * `HttpServer` it listens on is the user's.
 */
export const layer = (options: ServerOptions): Layer.Layer<never, never, HttpServer.HttpServer | Gateway.Services> =>
  Layer.unwrapEffect(Effect.map(httpApp(options), (app) => HttpServer.serve(app)))

/** The same as an `HttpApp`, to be mounted in a server of one's own. */
export const httpApp = (options: ServerOptions) =>
  Effect.gen(function* () {
    const routes = [...(yield* bindings), ...(options.bindings ?? [])].flatMap((binding) =>
      operationRoutes(binding, options)
    )
    const router = HttpRouter.fromIterable([...routes, ...(yield* assetRoutes)])
    const app = yield* HttpRouter.toHttpApp(router).pipe(
      HttpRouter.withRouterConfig({ caseSensitive: true, maxParamLength: 500 })
    )
    return app.pipe(
      Effect.catchTag("RouteNotFound", () => noSuchOperation),
      Effect.catchAllCause((cause) => (isCallerGone(cause) ? Effect.failCause(cause) : failed(cause))),
      traced
    )
  })

const operationRoutes = (binding: Binding, options: ServerOptions) => {
  const { equivalentPaths, method, path } = binding.operation
  return [path, ...equivalentPaths].map((one) =>
    HttpRouter.makeRoute(method, Path.routerPattern(one), answer(binding, options))
  )
}

const answer = ({ operation, reply }: Binding, { apiKey, maxBodyBytes = 10 * 1024 * 1024 }: ServerOptions) => {
  const [status = okStatus] = operation.successStatuses
  return authenticated(
    apiKey,
    Effect.flatMap(TraceId, (traceId) =>
      readFields(operation, maxBodyBytes).pipe(
        Effect.flatMap((fields) => reply(fields, traceId)),
        Effect.map((json = null) => HttpServerResponse.unsafeJson(json, { status })),
        Effect.catchAll((failure) => Effect.succeed(failureResponse(operation, failure, traceId)))
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
    const message = "send the gateway's key as Authorization: Bearer <API_KEY>"
    return errorResponse(statuses.GatewayUnauthorized, "GatewayUnauthorized", message, yield* TraceId)
  })

const isCallerGone = (cause: Cause.Cause<never>): boolean =>
  HashSet.has(Cause.interruptors(cause), HttpServerError.clientAbortFiberId)

const failed = (cause: Cause.Cause<never>) =>
  Effect.gen(function* () {
    const traceId = yield* TraceId
    yield* Effect.logError(`${yield* target} failed by a defect of the gateway (trace ${traceId})`, cause)
    return errorResponse(serverStatuses.defect, "Defect", "the gateway failed; its log has the trace id", traceId)
  })

const noSuchOperation = Effect.gen(function* () {
  return errorResponse(serverStatuses.notFound, "NotFound", `no operation answers ${yield* target}`, yield* TraceId)
})

/** Method and path of the request, without the query, which may hold secrets. */
const target = Effect.map(
  HttpServerRequest.HttpServerRequest,
  ({ method, url }) => `${method} ${url.split("?")[0]?.slice(0, 200)}`
)
