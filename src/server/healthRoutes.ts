import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { okStatus, statuses } from "../schemas/statuses.js"
import type { Gate } from "./requests/Gate.js"
import { asLook } from "./requests/RequestFacts.js"

/**
 * What a supervisor asks, without the key. `/healthz`: the process answers. `/readyz`: it takes new work; 503 once it is
 * told to stop.
 */
export const healthRoutes = ({ isOpen }: Gate) => [
  HttpRouter.makeRoute("GET", "/healthz", asLook(Effect.succeed(HttpServerResponse.unsafeJson({ status: "ok" })))),
  HttpRouter.makeRoute(
    "GET",
    "/readyz",
    asLook(
      Effect.map(isOpen, (open) =>
        HttpServerResponse.unsafeJson(
          { status: open ? "ready" : "stopping" },
          { status: open ? okStatus : statuses.GatewayUnavailable }
        )
      )
    )
  )
]
