import * as Effect from "effect/Effect"
import { accept } from "../schemas/accept.js"
import { encode } from "../schemas/encode.js"
import type { GatewayInvalidRequest } from "../schemas/GatewayError.js"
import type { ImageNotReturned } from "../schemas/ImageNotReturned.js"
import type * as Operation from "../schemas/Operation.js"
import type { TranscriptionError } from "../schemas/TranscriptionError.js"

/** Every typed failure of the services that a server hands on. */
export type ServiceFailure = TranscriptionError | ImageNotReturned

/** An operation, and what answers it. */
export interface Binding {
  readonly operation: Operation.Any
  /** From the fields of a request to the JSON of its reply. */
  readonly reply: (fields: unknown, traceId: string) => Effect.Effect<unknown, ServiceFailure | GatewayInvalidRequest>
}

/**
 * Binds an operation to what answers it. The request is taken in by the operation's own schema, and the reply goes out by
 * it: one that does not fit is the server's defect, not the caller's fault.
 */
export const bind = <A, I, B, J>(
  operation: Operation.Operation<string, A, I, B, J>,
  answer: (request: A, traceId: string) => Effect.Effect<B, ServiceFailure>
): Binding => ({
  operation,
  reply: (fields, traceId) =>
    accept(operation)(fields).pipe(
      Effect.flatMap((request) => answer(request, traceId)),
      Effect.flatMap(encode(operation.name, operation.response))
    )
})
