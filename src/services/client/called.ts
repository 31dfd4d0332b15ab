import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { GatewayError } from "../../schemas/GatewayError.js"
import type * as Operation from "../../schemas/Operation.js"
import type { CallEvent } from "../../steps/CallListener.js"
import { tellCall } from "../../steps/CallListener.js"
import type { CallTally } from "./CallTally.js"
import { newTally } from "./CallTally.js"
import { modelOf } from "./modelOf.js"
import { cutOff } from "./orderReported.js"

/**
 * Makes a call, and tells of it once it has ended. One that is interrupted, or dies, is told only where it may have placed an
 * order; its failure is then `GatewayOutcomeUnknown`.
 */
export const called = <A, I, B, J>(
  operation: Operation.Operation<string, A, I, B, J>,
  request: I,
  call: (tally: CallTally) => Effect.Effect<B, GatewayError>
): Effect.Effect<B, GatewayError> =>
  Effect.gen(function* () {
    const startedAt = yield* Clock.currentTimeMillis
    const tally = newTally()
    return yield* Effect.onExit(call(tally), (exit) =>
      Effect.flatMap(
        outcomeOf(operation, tally, exit),
        Option.match({
          onNone: () => Effect.void,
          onSome: (outcome) => {
            const { attempts, backoff, cooldown } = tally
            const { name, safety } = operation
            const about = { operation: name, safety: safety._tag, model: modelOf(request) }
            return tellCall({ ...about, startedAt, attempts, backoff, cooldown, ...outcome })
          }
        })
      )
    )
  })

type Outcome = Pick<CallEvent, "failure" | "usage">

const outcomeOf = <A, I, B, J>(
  { name, usage }: Operation.Operation<string, A, I, B, J>,
  { attempts, open }: CallTally,
  exit: Exit.Exit<B, GatewayError>
): Effect.Effect<Option.Option<Outcome>> =>
  Exit.match(exit, {
    onSuccess: (reply) =>
      Effect.sync(() => Option.some({ usage: usage?.(reply) })).pipe(
        Effect.catchAllDefect((defect) =>
          Effect.as(Effect.logWarning(`${name}: what its reply used could not be read`, defect), Option.some({}))
        )
      ),
    onFailure: (cause) => {
      const reason = Cause.isInterrupted(cause) ? "interrupted" : "a defect"
      const lost = open ? Option.some(cutOff(name, attempts, reason)) : Option.none()
      const failure = Option.orElse(Cause.failureOption(cause), () => lost)
      return Effect.succeed(Option.map(failure, (failure) => ({ failure })))
    }
  })
