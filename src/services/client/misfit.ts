import * as Effect from "effect/Effect"
import { GatewayInvalidResponse } from "../../schemas/GatewayError.js"
import type * as Operation from "../../schemas/Operation.js"

/** Fails as a reply that fits its schema, but not the request that it answers. */
export const misfit = (
  operation: Operation.Any,
  path: string,
  problem: string
): Effect.Effect<never, GatewayInvalidResponse> =>
  Effect.fail(new GatewayInvalidResponse({ operation: operation.name, attempts: 1, issues: [{ path, problem }] }))
