import * as WorkflowEngine from "@effect/workflow/WorkflowEngine"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DurableStoreUnusable } from "./DurableStoreUnusable.js"
import type { EngineServices } from "./EngineServices.js"
import { missing } from "./missing.js"
import type { Runs } from "./Runs.js"
import { StepClaims } from "./StepClaims.js"
import { memoryClaims } from "./store/memoryClaims.js"

/** Executions in memory: gone with the process. For tests, and to try a pipeline out. */
export const memory: Layer.Layer<EngineServices> = Layer.merge(
  WorkflowEngine.layerMemory,
  Layer.effect(StepClaims, memoryClaims)
)

/**
 * Executions in one SQLite file, which is made where there is none. It is one process's at a time, which holds it by a lock
 * file beside it, `<file>.lock`: for a second one the layer fails at once. Executions that an earlier process left go on by
 * themselves as soon as their pipelines' layers are there. Needs the packages that `missing` names.
 */
export const sqlite = (file: string): Layer.Layer<EngineServices | Runs, DurableStoreUnusable> =>
  Layer.unwrapScoped(
    Effect.tryPromise({
      try: () => import("./store/sqliteEngine.js"),
      catch: () => missing.sqlite
    }).pipe(
      Effect.flatMap(({ sqliteEngine }) => sqliteEngine(file)),
      Effect.mapError((reason) => new DurableStoreUnusable({ store: file, reason }))
    )
  )
