import * as Effect from "effect/Effect"
import { formatIssues } from "../schemas/FieldIssue.js"
import { GatewayBadRequest } from "../schemas/GatewayError.js"
import type * as Operation from "../schemas/Operation.js"

/** Fails as a gateway does that answers 400: names the field by its path on the wire, and what is wrong with it. */
export const refuse = (
  operation: Operation.Any,
  path: string,
  problem: string
): Effect.Effect<never, GatewayBadRequest> =>
  Effect.fail(
    new GatewayBadRequest({ operation: operation.name, attempts: 1, detail: formatIssues([{ path, problem }]) })
  )
