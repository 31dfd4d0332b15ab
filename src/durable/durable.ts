import * as Workflow from "@effect/workflow/Workflow"
import type * as WorkflowEngine from "@effect/workflow/WorkflowEngine"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { Job } from "../pipelines/batch/Job.js"
import { written } from "../pipelines/batch/jobOf.js"
import type { Pipeline } from "../pipelines/Pipeline.js"
import { acceptAs } from "../schemas/accept.js"
import type { GatewayInvalidRequest } from "../schemas/GatewayError.js"
import { canonicalJson } from "../steps/canonicalJson.js"
import type { EngineServices } from "./EngineServices.js"
import { executionOf } from "./executionOf.js"
import { kept } from "./kept.js"
import { endedOf, keptWork } from "./keptWork.js"
import type { RunNotes } from "./RunNotes.js"
import type { RunRecords } from "./RunRecords.js"
import { writable } from "./writable.js"

/** What tells executions of the same input apart. */
export interface ExecutionOptions {
  /** The run that it belongs to. The same input in another run is other work. Default: none. */
  readonly run?: string | undefined
  /** What the run calls its item. Default: none. */
  readonly item?: string | undefined
}

/**
 * That executions of a pipeline are carried out: by this process, where the pipeline's `layer` is provided, or `elsewhere`.
 * Without it a caller would wait for ever.
 */
export interface CarriedOut<Name extends string> {
  readonly name: Name
}

/**
 * A pipeline whose executions are kept. One is known by its name, its input, its run and its item: see `executionId`. A batch of
 * it has an execution for each item.
 */
export interface DurablePipeline<Name extends string, I, B, E, R>
  extends Job<I, B, E, CarriedOut<Name> | RunNotes | RunRecords | WorkflowEngine.WorkflowEngine> {
  readonly name: Name
  /** Carries out executions, also those that an earlier process left: without it they lie still. */
  readonly layer: Layer.Layer<CarriedOut<Name>, never, R | EngineServices>
  /** Other processes carry executions out, and this one only waits for them: for one without `self` on PostgreSQL. */
  readonly elsewhere: Layer.Layer<CarriedOut<Name>>
  /** Starts an execution, or goes on with it, or gives back how it ended; and waits for that. */
  readonly execute: (
    input: I,
    options?: ExecutionOptions
  ) => Effect.Effect<B, E | GatewayInvalidRequest, WorkflowEngine.WorkflowEngine | CarriedOut<Name>>
  /** Starts an execution and does not wait; gives its id. */
  readonly start: (
    input: I,
    options?: ExecutionOptions
  ) => Effect.Effect<string, GatewayInvalidRequest, WorkflowEngine.WorkflowEngine | CarriedOut<Name>>
  /** The id of the execution that an input has. */
  readonly executionId: (input: I, options?: ExecutionOptions) => Effect.Effect<string, GatewayInvalidRequest>
}

/**
 * Makes a workflow of a pipeline: its steps are kept as they end, so that a run which was stopped at any point goes on in the
 * next process from what was done. What does not fit the input's schema is refused by field, and nothing is kept of it.
 *
 * @example
 * const digest = durable({ name: "digest", input: DigestRequest, success: Digest, error: GatewayError, run: makeDigest })
 * digest.execute(request).pipe(Effect.provide(digest.layer), Effect.provide(DurableEngine.sqlite("runs.sqlite")))
 */
export const durable = <const Name extends string, A, I, B, J, E, F, R>(
  pipeline: Pipeline<Name, A, I, B, J, E, F, R>
): DurablePipeline<Name, I, B, E, R> => {
  const { error, input, name, success } = pipeline
  const encode = Schema.encodeSync(input)
  const workflow = Workflow.make({
    name,
    payload: { run: Schema.String, item: Schema.String, input },
    success: kept(success),
    error: kept(error),
    idempotencyKey: (payload) => canonicalJson([payload.run, payload.item, encode(payload.input)])
  })
  const accepted = (given: I, { item = "", run = "" }: ExecutionOptions = {}) =>
    acceptAs(
      name,
      input
    )(given).pipe(
      Effect.tap((input) => writable(name, encode(input))),
      Effect.map((input) => ({ run, item, input }))
    )
  const carriedOut = Context.GenericTag<CarriedOut<Name>>(`effect-model-gateway/CarriedOut/${name}`)
  const elsewhere = Layer.succeed(carriedOut, { name })
  const registered = workflow.toLayer(executionOf(pipeline))
  const executed = (payload: Effect.Effect.Success<ReturnType<typeof accepted>>) =>
    Effect.mapBoth(workflow.execute(payload), { onFailure: ([failure]) => failure, onSuccess: ([value]) => value })
  const executionId = (given: I, options?: ExecutionOptions) =>
    Effect.flatMap(accepted(given, options), workflow.executionId)
  return {
    ...written(pipeline),
    name,
    work: keptWork(name, {
      executionId,
      execute: (given, options) =>
        Effect.zipRight(carriedOut, Effect.flatMap(Effect.orDie(accepted(given, options)), executed)),
      ended: (id) => Effect.map(workflow.poll(id), endedOf)
    }),
    layer: Layer.merge(registered, elsewhere),
    elsewhere,
    execute: (given, options) => Effect.zipRight(carriedOut, Effect.flatMap(accepted(given, options), executed)),
    start: (given, options) =>
      Effect.zipRight(
        carriedOut,
        Effect.flatMap(accepted(given, options), (payload) => workflow.execute(payload, { discard: true }))
      ),
    executionId
  }
}
