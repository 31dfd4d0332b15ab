import * as Activity from "@effect/workflow/Activity"
import type * as WorkflowEngine from "@effect/workflow/WorkflowEngine"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { DeadlineExceeded } from "../steps/Deadline.js"
import type { Runner } from "../steps/StepRunner.js"
import { plainRunner } from "../steps/StepRunner.js"
import { carriedOut } from "./carriedOut.js"
import type { StepClaims } from "./StepClaims.js"

type Keeping = WorkflowEngine.WorkflowEngine | WorkflowEngine.WorkflowInstance | StepClaims

/**
 * Makes each step an activity of the running execution. A wait is towards an instant that a step has kept, so it needs no
 * place in the store: after a stop the execution is taken up, and waits for what is left of it.
 */
export const stepRunner: Effect.Effect<Runner, never, Keeping> = Effect.map(Effect.context<Keeping>(), (keeping) => ({
  sleepUntil: plainRunner.sleepUntil,
  run: (step, effect) =>
    Effect.flatMap(Effect.context<Effect.Effect.Context<typeof effect>>(), (context) =>
      Activity.make({
        name: step.key,
        success: step.success,
        error: Schema.Union(step.error ?? Schema.Never, OutOfTime),
        execute: carriedOut(step, effect).pipe(
          Effect.provide(keeping),
          Effect.provide(context),
          deadlineAsFailure,
          notKept
        ),
        interruptRetryPolicy: Schedule.recurs(0)
      }).pipe(
        Effect.provide(keeping),
        Effect.catchAll((failure) =>
          failure instanceof OutOfTime ? Effect.die(failure.exceeded) : Effect.fail(failure)
        )
      )
    )
}))

/** A deadline ends a step as a defect, so that the step keeps its error type; as a defect it could not be read back. */
class OutOfTime extends Schema.TaggedClass<OutOfTime>("effect-model-gateway/OutOfTime")("OutOfTime", {
  exceeded: DeadlineExceeded
}) {}

const deadlineAsFailure = Effect.catchSomeDefect((defect: unknown) =>
  defect instanceof DeadlineExceeded ? Option.some(Effect.fail(new OutOfTime({ exceeded: defect }))) : Option.none()
)

/**
 * An interruption that reaches a step from outside of its own fiber is that of a runner which stops. It waits for the end of
 * that: as a failure it would be kept, and the step is to be taken up by another runner.
 */
const notKept = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.catchAllCause(effect, (cause) =>
    Cause.isInterruptedOnly(cause) ? Effect.delay(Effect.failCause(cause), "5 seconds") : Effect.failCause(cause)
  )
