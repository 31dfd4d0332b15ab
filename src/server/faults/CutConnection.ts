import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/**
 * Ends the connection of a request: closed, or reset, once what was written of its answer is out. Each platform has a way
 * of its own; the embedded gateway brings Node's.
 */
export class CutConnection extends Context.Tag("effect-model-gateway/CutConnection")<
  CutConnection,
  (request: HttpServerRequest.HttpServerRequest, how: "close" | "reset") => Effect.Effect<void>
>() {}
