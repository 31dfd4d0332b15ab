import type * as Workflow from "@effect/workflow/Workflow"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import type { Job } from "../pipelines/batch/Job.js"
import { written } from "../pipelines/batch/jobOf.js"
import { acceptAs } from "../schemas/accept.js"
import { keptWork } from "./keptWork.js"
import type { RunNotes } from "./RunNotes.js"
import type { RunRecords } from "./RunRecords.js"

/** What a batch asks of a workflow of `@effect/workflow`. */
export interface WorkflowOf<A, I, B, J, E, F, R> {
  readonly name: string
  readonly payloadSchema: Schema.Schema<A, I>
  readonly successSchema: Schema.Schema<B, J>
  readonly errorSchema: Schema.Schema<E, F>
  readonly execute: (payload: A) => Effect.Effect<B, E, R>
  readonly executionId: (payload: A) => Effect.Effect<string>
  readonly poll: (executionId: string) => Effect.Effect<Workflow.Result<B, E> | undefined, never, R>
}

/**
 * A workflow of the user's own as what a batch carries out. The workflow's own `idempotencyKey` says which items are the same
 * work, in whatever run; its layer must be provided, or its executions wait. The calls that it makes are not heard of, nor are its
 * orders counted: for that, make it by `durable`.
 */
export const jobOfWorkflow = <A, I, B, J, E, F, R>(
  workflow: WorkflowOf<A, I, B, J, E, F, R>
): Job<I, B, E, R | RunNotes | RunRecords> => {
  const { errorSchema: error, name, payloadSchema: input, successSchema: success } = workflow
  const accepted = acceptAs(name, input)
  return {
    ...written({ name, input, success, error }),
    work: keptWork(name, {
      executionId: (given) => Effect.flatMap(accepted(given), workflow.executionId),
      execute: (given) => Effect.flatMap(Effect.orDie(accepted(given)), workflow.execute),
      ended: (id) =>
        Effect.map(workflow.poll(id), (result) =>
          result?._tag === "Complete" ? Option.some(result.exit) : Option.none()
        )
    })
  }
}
