import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import type { GatewayError } from "../../schemas/GatewayError.js"
import type * as Operation from "../../schemas/Operation.js"

/** Sends a query once. */
export type SendQuery = <A, I, B, J>(
  query: Operation.Operation<string, A, I, B, J>,
  input: I
) => Effect.Effect<B, GatewayError>

/**
 * Asks whether the gateway knows the work of a keyed request, and gives the reply that the request would have had. None where
 * the work is not known, or has no key. A refusal with data is about a task that is known.
 */
export const ask = <A, I, B, J>(
  { response, safety }: Operation.Operation<string, A, I, B, J>,
  request: A,
  send: SendQuery
): Effect.Effect<Option.Option<B>, GatewayError> => {
  if (safety._tag !== "Keyed") return Effect.succeedNone
  const known = safety.withQuery(request, (query, input, isKnown) =>
    send(query, input).pipe(
      Effect.map(isKnown),
      Effect.catchTag("GatewayRejected", ({ data }) => Effect.succeed(data !== null && data !== undefined))
    )
  )
  const reply = Effect.orDie(ParseResult.decodeUnknown(response)(safety.accepted))
  return Effect.flatMap(known, (isKnown) => (isKnown ? Effect.asSome(reply) : Effect.succeedNone))
}
