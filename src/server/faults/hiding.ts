import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { GatewayRejected } from "../../schemas/GatewayError.js"
import { queryTranscription } from "../../schemas/Transcription.js"
import type { Binding } from "../Binding.js"
import type { FaultOf } from "./Fault.js"

/** Hides accepted tasks from the first queries for them. */
export interface Hiding {
  /** Submissions, after whose work the id is hidden. */
  readonly hide: (binding: Binding, fault: FaultOf<"notFoundAtFirst">) => Binding
  /** Any binding, whose queries for an id that is hidden are refused, each of which runs `noted`. */
  readonly look: (binding: Binding, noted: Effect.Effect<void>) => Binding
}

/** Hides nothing yet. */
export const makeHiding = (): Hiding => {
  const hidden = new Map<string, { readonly queries: number; readonly code: string }>()
  const next = (id: string) =>
    Effect.sync(() => {
      const left = hidden.get(id)
      if (left !== undefined && left.queries > 1) hidden.set(id, { ...left, queries: left.queries - 1 })
      else hidden.delete(id)
      return left
    })
  return {
    hide: ({ operation, reply }, { code = "404", queries }) => ({
      operation,
      reply: (fields, traceId) =>
        Effect.tap(reply(fields, traceId), () => {
          hidden.set(idOf(fields), { queries, code })
        })
    }),
    look: (binding, noted) =>
      binding.operation.name === queryTranscription.name
        ? {
            operation: binding.operation,
            reply: (fields, traceId) =>
              Effect.flatMap(next(idOf(fields)), (left) =>
                left === undefined
                  ? binding.reply(fields, traceId)
                  : Effect.zipRight(noted, new GatewayRejected({ ...notFound, code: left.code }))
              )
          }
        : binding
  }
}

const notFound = { operation: queryTranscription.name, attempts: 1, msg: "record not found", data: null }

const idOf = (fields: unknown): string =>
  Predicate.hasProperty(fields, "id") && Predicate.isString(fields.id) ? fields.id : ""
