import * as Effect from "effect/Effect"
import type { GatewayError } from "../schemas/GatewayError.js"

/**
 * What a fake answers with: a value, or an effect that gives one or fails as a gateway would. An error is such an effect
 * itself, so it may be returned as it is.
 */
export type Answer<A> = A | Effect.Effect<A, GatewayError>

/** The answer as an effect. */
export const settle = <A>(answer: Answer<A>): Effect.Effect<A, GatewayError> =>
  isEffect(answer) ? answer : Effect.succeed(answer)

const isEffect = <A>(answer: Answer<A>): answer is Effect.Effect<A, GatewayError> => Effect.isEffect(answer)
