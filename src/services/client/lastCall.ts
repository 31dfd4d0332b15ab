import type * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"

/** What an error tells of the call that it came of. */
export interface CallFacts {
  readonly attempts: number
  readonly traceId: string | undefined
}

/**
 * The last call of this fiber that was answered. What a service finds wrong with an answer only afterwards, such as an
 * index that no document has, tells by it how many attempts the call took, and its trace id.
 */
const lastCall = FiberRef.unsafeMake<CallFacts>({ attempts: 1, traceId: undefined })

/** Keeps what is known of a call that was answered. */
export const answered = ({ attempts, traceId }: CallFacts): Effect.Effect<void> =>
  FiberRef.set(lastCall, { attempts, traceId })

/** What is known of this fiber's last call; one attempt, where an implementation without HTTP answered. */
export const callFacts: Effect.Effect<CallFacts> = FiberRef.get(lastCall)
