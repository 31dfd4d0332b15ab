import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Predicate from "effect/Predicate"
import type * as Operation from "../../schemas/Operation.js"
import type { PlannedCall } from "../PlannedCall.js"

/** One call of an operation, whose request is known. */
export const oneCall = <A, I, B, J>(
  operation: Operation.Operation<string, A, I, B, J>,
  request: I
): ReadonlyArray<PlannedCall> => [
  { ...callsOf(operation, request), calls: 1, atLeast: false, bytes: bytesOf(operation, request) }
]

/** Calls of an operation of which only the model is known, and how many there will be at the least. */
export const callsAtLeast = (operation: Operation.Any, calls: number, model?: string): PlannedCall => ({
  operation: operation.name,
  safety: operation.safety._tag,
  model,
  calls,
  atLeast: true,
  bytes: 0
})

const callsOf = ({ name, safety }: Operation.Any, request: unknown) => ({
  operation: name,
  safety: safety._tag,
  model: Predicate.hasProperty(request, "model") && Predicate.isString(request.model) ? request.model : undefined
})

/** The request as the client writes it, with its defaults. */
const bytesOf = <A, I, B, J>({ request: schema }: Operation.Operation<string, A, I, B, J>, request: I): number =>
  ParseResult.decodeEither(schema)(request).pipe(
    Either.flatMap(ParseResult.encodeEither(schema)),
    Either.match({
      onLeft: () => 0,
      onRight: (wire) => new TextEncoder().encode(JSON.stringify(wire)).length
    })
  )
