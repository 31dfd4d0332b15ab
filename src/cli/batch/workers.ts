import type * as FileSystem from "@effect/platform/FileSystem"
import type * as Path from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as DurableEngine from "../../durable/DurableEngine.js"
import type { DurableStoreUnusable } from "../../durable/DurableStoreUnusable.js"
import { durable } from "../../durable/durable.js"
import type { RunOptions } from "../../pipelines/batch/BatchOptions.js"
import type { BatchPlan, PlanOptions } from "../../pipelines/batch/BatchPlan.js"
import type { BatchSummary } from "../../pipelines/batch/BatchSummary.js"
import type { ItemResult } from "../../pipelines/batch/ItemResult.js"
import type { JsonItems } from "../../pipelines/batch/Items.js"
import { jobOf } from "../../pipelines/batch/jobOf.js"
import { plan } from "../../pipelines/batch/plan.js"
import { resultLine } from "../../pipelines/batch/resultLine.js"
import { run } from "../../pipelines/batch/run.js"
import type { FileNotSaved } from "../../pipelines/FileNotSaved.js"
import { embed } from "../../pipelines/jobs/embed.js"
import { generateImageAssets } from "../../pipelines/jobs/generateImageAssets.js"
import { image } from "../../pipelines/jobs/image.js"
import { mixed } from "../../pipelines/jobs/mixed.js"
import { rerank } from "../../pipelines/jobs/rerank.js"
import { searchRecordings } from "../../pipelines/jobs/searchRecordings.js"
import { transcribe } from "../../pipelines/jobs/transcribe.js"
import { video } from "../../pipelines/jobs/video.js"
import type { Pipeline } from "../../pipelines/Pipeline.js"
import { GatewayInvalidRequest } from "../../schemas/GatewayError.js"
import type * as Gateway from "../../services/Gateway.js"
import type { OutputClosed } from "../calls/Screen.js"
import { WrongUsage } from "../WrongUsage.js"

/** What a batch is of, without what its pipeline is. */
export interface Work {
  readonly items: JsonItems<WrongUsage, FileSystem.FileSystem>
  readonly options: Omit<RunOptions<unknown, unknown, unknown, never, never>, "onResult">
  /** Is handed each result, and how it is written as a line. */
  readonly onResult: (
    result: ItemResult<unknown, unknown>,
    line: Effect.Effect<string>
  ) => Effect.Effect<void, OutputClosed>
  /** Is told when it is interrupted, before what is under way has had its time to end. */
  readonly onInterrupt: Effect.Effect<void>
  /** The file that keeps the run; without one nothing is kept. */
  readonly store: string | undefined
}

/** What a plan is of. */
export interface Planning extends Pick<Work, "items" | "store"> {
  readonly options: PlanOptions<unknown>
}

type Services = Gateway.Services | FileSystem.FileSystem | Path.Path

/** What the command line does with the items of a pipeline. */
export interface Worker {
  readonly name: string
  /** Whether it may order what costs money. */
  readonly isOrdering: boolean
  readonly run: (
    work: Work
  ) => Effect.Effect<BatchSummary, DurableStoreUnusable | FileNotSaved | OutputClosed | WrongUsage, Services>
  /** Looks into the store where there is one, and carries nothing out. */
  readonly plan: (
    planning: Planning
  ) => Effect.Effect<BatchPlan, DurableStoreUnusable | WrongUsage, FileSystem.FileSystem>
}

const worker = <A, I, B, J, E, F>(
  pipeline: Pipeline<string, A, I, B, J, E, F, Services>,
  isOrdering = false
): Worker => {
  const kept = durable(pipeline)
  return {
    name: pipeline.name,
    isOrdering,
    run: ({ items, onInterrupt, onResult, options, store }) => {
      const line = resultLine(jobOf(kept), options.prices)
      const all = { ...options, onResult: (result: ItemResult<B, E>) => onResult(result, line(result)) }
      return store === undefined
        ? asUsage(run(pipeline, items, all))
        : asUsage(run(kept, items, all)).pipe(
            Effect.onInterrupt(() => onInterrupt),
            Effect.provide(Layer.provideMerge(kept.layer, DurableEngine.sqlite(store)))
          )
    },
    plan: ({ items, options, store }) => {
      const engine = store === undefined ? DurableEngine.memory : DurableEngine.sqlite(store)
      return Effect.provide(asUsage(plan(kept, items, options)), Layer.merge(kept.elsewhere, engine))
    }
  }
}

/** What options of the library are refused were those of the command. */
const asUsage = <A, E, R>(batch: Effect.Effect<A, E | GatewayInvalidRequest, R>) =>
  Effect.catchIf(
    batch,
    (error) => error instanceof GatewayInvalidRequest,
    ({ message }) => new WrongUsage({ message })
  )

/** What a batch can be of, by name. */
export const workers: { readonly [name: string]: Worker | undefined; readonly mixed: Worker } = {
  mixed: worker(mixed, true),
  transcribe: worker(transcribe),
  embed: worker(embed),
  rerank: worker(rerank),
  image: worker(image, true),
  video: worker(video, true),
  searchRecordings: worker(searchRecordings),
  generateImageAssets: worker(generateImageAssets, true)
}
