import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { accept } from "../schemas/accept.js"
import type { GatewayInvalidRequest } from "../schemas/GatewayError.js"
import { GatewayUnavailable } from "../schemas/GatewayError.js"
import type * as Operation from "../schemas/Operation.js"
import { NotKept } from "./state/NotKept.js"

/**
 * An operation that is answered in this process: the request comes in as over HTTP, checked and with its defaults. What
 * could not be kept is `GatewayUnavailable` with a wait of 30 seconds, the proof that nothing was accepted.
 */
export const answering =
  <A, I, B, J>(operation: Operation.Operation<string, A, I, B, J>) =>
  <Answer, E>(answer: (request: A) => Effect.Effect<Answer, E | NotKept>) =>
  (request: I): Effect.Effect<Answer, Exclude<E, NotKept> | GatewayInvalidRequest | GatewayUnavailable> =>
    accept(operation)(request).pipe(
      Effect.flatMap(answer),
      Effect.catchIf(isNotKept, () => noRoom(operation)),
      Effect.withSpan(`engine.${operation.name}`)
    )

const isNotKept = (error: unknown): error is NotKept => error instanceof NotKept

const noRoom = ({ name }: Operation.Any) =>
  new GatewayUnavailable({
    operation: name,
    attempts: 1,
    detail: "what was asked for could not be kept, such as on a full disk, so nothing was accepted",
    retryAfter: Duration.seconds(30)
  })
