import * as Effect from "effect/Effect"
import { accept } from "../schemas/accept.js"
import type { GatewayInvalidRequest } from "../schemas/GatewayError.js"
import type * as Operation from "../schemas/Operation.js"

/** An operation that is answered in this process: the request comes in as over HTTP, checked and with its defaults. */
export const answering =
  <A, I, B, J>(operation: Operation.Operation<string, A, I, B, J>) =>
  <Answer, E>(answer: (request: A) => Effect.Effect<Answer, E>) =>
  (request: I): Effect.Effect<Answer, E | GatewayInvalidRequest> =>
    accept(operation)(request).pipe(Effect.flatMap(answer), Effect.withSpan(`engine.${operation.name}`))
