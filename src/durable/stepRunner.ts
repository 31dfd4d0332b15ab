import * as Activity from "@effect/workflow/Activity"
import * as WorkflowEngine from "@effect/workflow/WorkflowEngine"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { DeadlineExceeded } from "../steps/Deadline.js"
import type { Runner } from "../steps/StepRunner.js"
import { plainRunner } from "../steps/StepRunner.js"
import { carriedOut } from "./carriedOut.js"
import { keepable, kept } from "./kept.js"
import { notByItself } from "./notByItself.js"
import { StepClaims } from "./StepClaims.js"

type Keeping = WorkflowEngine.WorkflowEngine | WorkflowEngine.WorkflowInstance | StepClaims

/** These alone: a context holds more than its type says, such as a listener or a cap, of which a step has its own. */
const keepingOnly = Effect.map(
  Effect.context<Keeping>(),
  Context.pick(WorkflowEngine.WorkflowEngine, WorkflowEngine.WorkflowInstance, StepClaims)
)

/**
 * Makes each step an activity of the running execution. A wait is towards an instant that a step has kept, so it needs no
 * place in the store: after a stop the execution is taken up, and waits for what is left of it.
 */
export const stepRunner: Effect.Effect<Runner, never, Keeping> = Effect.map(keepingOnly, (keeping) => ({
  sleepUntil: plainRunner.sleepUntil,
  run: (step, effect) =>
    Effect.flatMap(Effect.context<Effect.Effect.Context<typeof effect>>(), (context) => {
      const failure = Schema.Union(step.error ?? Schema.Never, OutOfTime)
      return Activity.make({
        name: step.key,
        success: kept(step.success),
        error: kept(failure),
        execute: carriedOut(step, effect).pipe(
          Effect.provide(keeping),
          Effect.provide(context),
          deadlineAsFailure,
          Effect.tapBoth({
            onFailure: (error) => keepable(step.key)(failure, error),
            onSuccess: (value) => keepable(step.key)(step.success, value)
          }),
          Effect.mapBoth({ onFailure: (error) => [error] as const, onSuccess: (value) => [value] as const }),
          notByItself(step.key)
        ),
        interruptRetryPolicy: Schedule.recurs(0)
      }).pipe(
        Effect.provide(keeping),
        Effect.map(([value]) => value),
        Effect.catchAll(([error]) => (error instanceof OutOfTime ? Effect.die(error.exceeded) : Effect.fail(error)))
      )
    })
}))

/** A deadline ends a step as a defect, so that the step keeps its error type; as a defect it could not be read back. */
class OutOfTime extends Schema.TaggedClass<OutOfTime>("effect-model-gateway/OutOfTime")("OutOfTime", {
  exceeded: DeadlineExceeded
}) {}

const deadlineAsFailure = Effect.catchSomeDefect((defect: unknown) =>
  defect instanceof DeadlineExceeded ? Option.some(Effect.fail(new OutOfTime({ exceeded: defect }))) : Option.none()
)
