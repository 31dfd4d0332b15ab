import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { serverStatuses } from "../schemas/statuses.js"
import type * as Gateway from "../services/Gateway.js"
import { assetRoutes } from "./assetRoutes.js"
import { withoutKeysInSpans } from "./authenticate.js"
import type { Binding } from "./Binding.js"
import { bindings } from "./bindings.js"
import { errorResponse } from "./failureResponse.js"
import { faultsOf, noFaults } from "./faults/Faults.js"
import { healthRoutes } from "./healthRoutes.js"
import { metricsRoutes } from "./metricsRoutes.js"
import { documentationRoutes } from "./openApi/documentationRoutes.js"
import { openApi } from "./openApi.js"
import { operationRoutes } from "./operationRoutes.js"
import { frontPage } from "./page/frontPage.js"
import type { Gate } from "./requests/Gate.js"
import { makeGate } from "./requests/Gate.js"
import { Journal } from "./requests/Journal.js"
import { isCallerGone, recorded, target } from "./requests/recorded.js"
import type { ServerOptions } from "./ServerOptions.js"
import { TraceId, traced } from "./traceId.js"

/**
 * Serves every operation over HTTP, answered by whatever services it is given: engines, or another gateway. The
 * `HttpServer` it listens on is the user's, and so are the limits of its connections; `EmbeddedGateway` brings both. When the
 * layer's scope closes, new work is refused with 503 while what is in flight ends.
 */
export const layer = (options: ServerOptions): Layer.Layer<never, never, HttpServer.HttpServer | Gateway.Services> =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      const gate = yield* gateOf(options)
      yield* withoutKeysInSpans(HttpServer.serveEffect(yield* gatedApp(gate, options)))
      // Added last, so that it runs while the server still answers, and what answers it is still there.
      yield* Effect.addFinalizer(() => Effect.flatMap(gate.drain(options.drainTimeout ?? 0), tellOfCut))
    })
  )

/**
 * The same as an `HttpApp`, to be mounted in a server of one's own. Where a tracer listens there, `Headers.currentRedactedNames`
 * must have `x-goog-api-key`, for a caller may send the key in it.
 */
export const httpApp = (options: ServerOptions) => Effect.flatMap(gateOf(options), (gate) => gatedApp(gate, options))

const gateOf = ({ maxConcurrentRequests = 256 }: ServerOptions) => makeGate(maxConcurrentRequests)

const tellOfCut = (count: number) =>
  count === 0 ? Effect.void : Effect.logWarning(`requests that were cut off, for the gateway had to stop: ${count}`)

const gatedApp = (gate: Gate, options: ServerOptions) =>
  Effect.gen(function* () {
    const bound = [...(yield* bindings), ...(options.bindings ?? [])]
    const surroundings = { gate, faults: yield* faultsIn(options, bound) }
    const { routes, watch } = options.ui === true ? yield* frontPage(options) : noPage
    const router = HttpRouter.fromIterable([
      ...bound.flatMap((binding) => operationRoutes(watch(binding), surroundings, options)),
      ...routes,
      ...surroundings.faults.routes,
      ...documentationRoutes(
        openApi(
          options.info,
          bound.map(({ operation }) => operation)
        )
      ),
      ...(yield* assetRoutes),
      ...healthRoutes(gate),
      ...(yield* metricsRoutes)
    ])
    const app = yield* HttpRouter.toHttpApp(router).pipe(
      HttpRouter.withRouterConfig({ caseSensitive: true, maxParamLength: 500 })
    )
    return app.pipe(
      Effect.catchTag("RouteNotFound", () => noSuchOperation),
      Effect.catchAllCause((cause) => (isCallerGone(cause) ? Effect.failCause(cause) : failed(cause))),
      recorded(options.logRequests ?? false),
      Effect.provideService(Journal, yield* journal),
      traced
    )
  })

const faultsIn = ({ apiKey, faults }: ServerOptions, bound: ReadonlyArray<Binding>) =>
  faults === undefined
    ? Effect.succeed(noFaults)
    : faultsOf(
        faults,
        bound.map(({ operation }) => operation),
        apiKey
      )

const noPage = { routes: [], watch: identity<Binding> }

/** The journal that is provided, or one in memory. */
const journal = Effect.flatMap(
  Effect.serviceOption(Journal),
  Option.match({ onNone: () => Effect.provide(Journal, Journal.memory()), onSome: Effect.succeed })
)

const failed = (cause: Cause.Cause<never>) =>
  Effect.gen(function* () {
    const traceId = yield* TraceId
    const { method, path } = yield* target
    yield* Effect.logError(`${method} ${path} failed by a defect of the gateway (trace ${traceId})`, cause)
    return errorResponse(serverStatuses.defect, "Defect", "the gateway failed; its log has the trace id", traceId)
  })

const noSuchOperation = Effect.gen(function* () {
  const { method, path } = yield* target
  const message = `no operation answers ${method} ${path}; GET /docs lists them all`
  return errorResponse(serverStatuses.notFound, "NotFound", message, yield* TraceId)
})
