import * as Effect from "effect/Effect"
import { GatewayInvalidResponse } from "../../schemas/GatewayError.js"
import type * as Operation from "../../schemas/Operation.js"
import { callFacts } from "./lastCall.js"

/** Fails as a reply that fits its schema, but not the request that it answers. */
export const misfit = (
  operation: Operation.Any,
  path: string,
  problem: string
): Effect.Effect<never, GatewayInvalidResponse> =>
  Effect.flatMap(
    callFacts,
    (facts) => new GatewayInvalidResponse({ operation: operation.name, ...facts, issues: [{ path, problem }] })
  )
