import * as ClusterWorkflowEngine from "@effect/cluster/ClusterWorkflowEngine"
import * as RunnerHealth from "@effect/cluster/RunnerHealth"
import * as RunnerStorage from "@effect/cluster/RunnerStorage"
import * as Runners from "@effect/cluster/Runners"
import * as Sharding from "@effect/cluster/Sharding"
import * as ShardingConfig from "@effect/cluster/ShardingConfig"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { EngineServices } from "../EngineServices.js"
import { RunNotes } from "../RunNotes.js"
import type { Runs } from "../Runs.js"
import { StepClaims } from "../StepClaims.js"
import { holdings } from "./holdings.js"
import { messageStorage } from "./messageStorage.js"
import { openStore } from "./openStore.js"
import { settings } from "./settings.js"
import { sqlClaims } from "./sqlClaims.js"
import { sqlNotes } from "./sqlNotes.js"

/** An engine on a file of its own. Fails with what to do, in words. */
export const sqliteEngine = (file: string): Effect.Effect<Layer.Layer<EngineServices | Runs>, string, Scope.Scope> =>
  Effect.map(openStore(file), (sql) =>
    ClusterWorkflowEngine.layer.pipe(
      Layer.provide(Sharding.layer),
      Layer.provide([Runners.layerNoop, RunnerStorage.layerMemory, RunnerHealth.layerNoop]),
      Layer.provide(messageStorage),
      Layer.provide([ShardingConfig.layer(oneProcess), Layer.succeed(SqlClient.SqlClient, sql)]),
      Layer.merge(Layer.succeed(StepClaims, sqlClaims(sql))),
      Layer.merge(Layer.succeed(RunNotes, sqlNotes(sql))),
      Layer.merge(Layer.succeedContext(holdings({ name: file, reads: sql, writing: (use) => use(sql) })))
    )
  )

const oneProcess: Parameters<typeof ShardingConfig.layer>[0] = {
  ...settings,
  // An execution belongs to one of so many for ever: another number is another version of the tables.
  shardsPerGroup: 16,
  // What an earlier process left is found at this pace.
  entityMessagePollInterval: 500
}
