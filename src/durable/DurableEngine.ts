import * as WorkflowEngine from "@effect/workflow/WorkflowEngine"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DurableStoreUnusable } from "./DurableStoreUnusable.js"
import type { EngineServices } from "./EngineServices.js"
import { loaded } from "./loaded.js"
import type { Postgres } from "./Postgres.js"
import type { Runs } from "./Runs.js"
import { StepClaims } from "./StepClaims.js"
import { memoryClaims } from "./store/memoryClaims.js"
import { memoryNotes } from "./store/memoryNotes.js"
import { withoutPassword } from "./store/withoutPassword.js"

/**
 * Executions in memory: gone with the process. For tests, and to try a pipeline out. What failed there, or was withheld, stays so as
 * long as the engine lives: the engine of `@effect/workflow` in memory forgets no outcome.
 */
export const memory: Layer.Layer<EngineServices> = Layer.mergeAll(
  WorkflowEngine.layerMemory,
  Layer.effect(StepClaims, memoryClaims),
  Layer.effectContext(memoryNotes)
)

/**
 * Executions in one SQLite file, which is made where there is none. It is one process's at a time, which holds it by lock
 * files beside it: for a second one the layer fails at once. Executions that an earlier process left go on by themselves as
 * soon as their pipelines' layers are there. Needs the packages that `loaded` names.
 */
export const sqlite = (file: string): Layer.Layer<EngineServices | Runs, DurableStoreUnusable> =>
  Layer.unwrapScoped(
    loaded("sqlite", () => import("./store/sqliteEngine.js")).pipe(
      Effect.flatMap(({ sqliteEngine }) => sqliteEngine(file)),
      Effect.mapError((reason) => new DurableStoreUnusable({ store: file, reason }))
    )
  )

/**
 * Executions in a database of PostgreSQL, which any number of processes share: each of those with a `self` carries out its
 * part of them, and takes over the part of one that stopped. All of them must have the layers of the same pipelines: what a
 * runner gets whose pipeline it does not have, waits. Without `self` a process starts executions and waits for them only.
 */
export const postgres = (options: Postgres): Layer.Layer<EngineServices | Runs, DurableStoreUnusable> =>
  Layer.unwrapScoped(
    loaded("postgres", () => import("./store/postgresEngine.js")).pipe(
      Effect.flatMap(({ postgresEngine }) => postgresEngine(options))
    )
  ).pipe(Layer.mapError((reason) => new DurableStoreUnusable({ store: withoutPassword(options.url), reason })))
