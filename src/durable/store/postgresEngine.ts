import * as ClusterWorkflowEngine from "@effect/cluster/ClusterWorkflowEngine"
import * as RunnerAddress from "@effect/cluster/RunnerAddress"
import * as RunnerHealth from "@effect/cluster/RunnerHealth"
import * as RunnerServer from "@effect/cluster/RunnerServer"
import * as Runners from "@effect/cluster/Runners"
import * as Sharding from "@effect/cluster/Sharding"
import * as ShardingConfig from "@effect/cluster/ShardingConfig"
import * as SqlRunnerStorage from "@effect/cluster/SqlRunnerStorage"
import * as NodeClusterSocket from "@effect/platform-node/NodeClusterSocket"
import * as RpcSerialization from "@effect/rpc/RpcSerialization"
import * as RpcServer from "@effect/rpc/RpcServer"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { saidBy } from "../../sqlite/saidBy.js"
import type { EngineServices } from "../EngineServices.js"
import type { Postgres, Self } from "../Postgres.js"
import { RunNotes } from "../RunNotes.js"
import type { Runs } from "../Runs.js"
import { StepClaims } from "../StepClaims.js"
import { databaseRuns } from "./databaseRuns.js"
import { messageStorage } from "./messageStorage.js"
import { openDatabase } from "./openDatabase.js"
import { outlasting } from "./outlasting.js"
import { settings } from "./settings.js"
import { sqlClaims } from "./sqlClaims.js"
import { sqlNotes } from "./sqlNotes.js"
import { prefix } from "./tables.js"

/** An engine on a database that it shares with others. Fails with what to do, in words. */
export const postgresEngine = ({
  self,
  url
}: Postgres): Effect.Effect<Layer.Layer<EngineServices | Runs, string>, string, Scope.Scope> =>
  Effect.gen(function* () {
    const config = ShardingConfig.layer({
      ...shared,
      runnerAddress: Option.map(Option.fromNullable(self), (address) => RunnerAddress.make(address.host, address.port))
    })
    const { sql, tables } = yield* openDatabase(url, (sql) =>
      storage.pipe(Layer.provide([config, Layer.succeed(SqlClient.SqlClient, sql)]))
    )
    return ClusterWorkflowEngine.layer.pipe(
      Layer.provide(self === undefined ? submitting : Layer.mapError(running, notListening(self))),
      Layer.provide([config, Layer.succeedContext(tables), RpcSerialization.layerMsgPack]),
      Layer.provideMerge(Layer.succeedContext(tables)),
      Layer.merge(Layer.succeed(StepClaims, sqlClaims(sql))),
      Layer.merge(Layer.succeed(RunNotes, sqlNotes(sql))),
      Layer.merge(Layer.succeedContext(databaseRuns(url, sql)))
    )
  })

const storage = Layer.merge(messageStorage, SqlRunnerStorage.layerWith({ prefix }))

// As `NodeClusterSocket.layer` has them; but that one lets the environment change the settings, by names such as PORT.
const others = Layer.effect(Runners.Runners, Effect.map(Runners.Runners, outlasting)).pipe(
  Layer.provide(Layer.provide(Runners.layerRpc, NodeClusterSocket.layerClientProtocol))
)

const submitting = Sharding.layer.pipe(Layer.provide([others, RunnerHealth.layerNoop]))

const running = RunnerServer.layer.pipe(
  Layer.provideMerge(Sharding.layer),
  Layer.provide([others, Layer.provide(RunnerHealth.layerPing, others)]),
  Layer.provide(Layer.provide(RpcServer.layerProtocolSocketServer, NodeClusterSocket.layerSocketServer))
)

const notListening =
  ({ host, port }: Self) =>
  (error: { readonly cause: unknown }): string =>
    `${host}:${port} cannot be listened on (${saidBy(error)}); free that port, or give another self`

/** Settings of the engine for runners on a database. */
export const shared = {
  ...settings,
  // An execution belongs to one of so many for ever, on every runner: another number is another version of the tables.
  shardsPerGroup: 64,
  // With these a runner that was killed is missed by the others within 8 seconds. Units: milliseconds.
  shardLockExpiration: 6000,
  shardLockRefreshInterval: 2000,
  refreshAssignmentsInterval: 1000,
  runnerHealthCheckInterval: 5000,
  entityMessagePollInterval: 1000
}
