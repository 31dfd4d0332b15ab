import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"

/** What is found out about a request while it is answered. */
export interface Found {
  /** The name of the operation that the request is for. */
  readonly operation?: string
  /** The tag of the failure that it was answered with. */
  readonly failure?: string
  /** The trace id of the gateway behind this one, where its answer is the cause. */
  readonly upstreamTraceId?: string
  /** The caller's id of the work, where the operation has one. */
  readonly id?: string
  /** The kind of the fault that it met. */
  readonly fault?: string
  /** Whether its connection was cut before a byte of an answer. */
  readonly cut?: boolean
  /** Whether it only looks at the gateway itself, as a supervisor does again and again: then it is counted alone. */
  readonly look?: boolean
}

/** Collects what is found out about the request that is being answered. */
export class RequestFacts extends Context.Tag("effect-model-gateway/RequestFacts")<RequestFacts, Ref.Ref<Found>>() {}

/** Adds to what is known of the request that is being answered. */
export const tell = (found: Found): Effect.Effect<void, never, RequestFacts> =>
  Effect.flatMap(
    RequestFacts,
    Ref.update((known) => ({ ...known, ...found }))
  )

/** Answers a request that only looks at the gateway itself. */
export const asLook = <A, E, R>(respond: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | RequestFacts> =>
  Effect.zipRight(tell({ look: true }), respond)
