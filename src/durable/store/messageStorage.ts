import type * as MessageStorage from "@effect/cluster/MessageStorage"
import type * as ShardingConfig from "@effect/cluster/ShardingConfig"
import * as SqlMessageStorage from "@effect/cluster/SqlMessageStorage"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { patientStorage } from "./patientStorage.js"
import { prefix } from "./tables.js"

/**
 * The engine's storage in tables. By itself the engine never looks for all messages of an execution, so it has no index for that;
 * what reads steps, or has an execution go on, does.
 */
export const messageStorage: Layer.Layer<
  MessageStorage.MessageStorage,
  never,
  ShardingConfig.ShardingConfig | SqlClient.SqlClient
> = Layer.provide(patientStorage, SqlMessageStorage.layerWith({ prefix })).pipe(
  Layer.tap(() =>
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.orDie(sql`CREATE INDEX IF NOT EXISTS gateway_messages_entity ON gateway_messages (entity_id, tag)`)
    )
  )
)
