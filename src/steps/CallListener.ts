import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { GatewayError } from "../schemas/GatewayError.js"
import type { Safety } from "../schemas/Operation.js"
import type { Usage } from "../schemas/Usage.js"
import { StepScope } from "./StepScope.js"

/** What a client tells of a call of an operation when it has ended. Units of its times: milliseconds. */
export interface CallEvent {
  /** The operation, by its name. */
  readonly operation: string
  /** What a repeated request would do. */
  readonly safety: Safety<never>["_tag"]
  /** What the field `model` of the request says, where it has one. */
  readonly model?: string | undefined
  /** The item that the work is for, where it is for one. */
  readonly item?: string | undefined
  /** The step that made the call, behind the stages around it, such as `searchRecordings/standup/transcribe/submit`. */
  readonly path: string
  /** Since 1970. */
  readonly startedAt: number
  /** Since 1970. */
  readonly endedAt: number
  /** How many requests it sent. 0 where the request did not fit its schema, or was held back. */
  readonly attempts: number
  /** How long it waited before it sent a request again, or asked for its work. */
  readonly backoff: number
  /** How long its requests waited for their turn, and for a pause that the gateway had asked for. */
  readonly cooldown: number
  /** What the reply said that it used; none where it did not say, and where there was none. */
  readonly usage?: Usage | undefined
  /** What it failed with; none where it succeeded. */
  readonly failure?: GatewayError | undefined
}

/**
 * Hears of each call that has ended, and of an order that an earlier run of a kept step may have sent and could not tell of. It runs
 * where the call was made, so that `Run` tells it which execution that was, and it is not interrupted, so it should be quick.
 */
export type HearCall = (call: CallEvent) => Effect.Effect<void>

/** The listener that calls are told to; none by default. Provide it with `Effect.provideService` or `withCalls`. */
export class CallListener extends Context.Reference<CallListener>()("effect-model-gateway/CallListener", {
  defaultValue: (): { readonly listen: HearCall } => ({ listen: () => Effect.void })
}) {}

/** Runs an effect with a listener for all calls that clients make in it. */
export const withCalls =
  (listen: HearCall) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(effect, CallListener, { listen })

/** Tells the listener, with the end's time and, from the stages around, path and item filled in. A listener that dies is logged. */
export const tellCall = (call: Omit<CallEvent, "endedAt" | "item" | "path">): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { listen } = yield* CallListener
    const { item, path } = yield* StepScope
    const endedAt = yield* Clock.currentTimeMillis
    yield* listen({ ...call, item, path: path.join("/"), endedAt })
  }).pipe(Effect.catchAllCause((cause) => Effect.logWarning("a call listener failed", cause)))
