import { FileSystem } from "@effect/platform"
import { NodeFileSystem } from "@effect/platform-node"
import { SqliteClient } from "@effect/sql-sqlite-node"
import { Effect } from "effect"
import { DataDirectory } from "effect-model-gateway/embedded"
import { EngineState } from "effect-model-gateway/engines"

/** An empty directory, which is gone when the scope closes. */
export const directory = Effect.flatMap(FileSystem.FileSystem, (files) => files.makeTempDirectoryScoped()).pipe(
  Effect.orDie,
  Effect.provide(NodeFileSystem.layer)
)

/** Something done with the state in a directory, by a gateway that starts and stops for it. */
export const within = <A, E>(data: string, use: (state: typeof EngineState.Service) => Effect.Effect<A, E>) =>
  Effect.flatMap(EngineState, use).pipe(Effect.provide(DataDirectory.layer(data)))

/** Statements run on a database by hand; all is in the file itself afterwards. */
export const statements = (filename: string, ...all: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqliteClient.SqliteClient
    for (const one of [...all, "PRAGMA wal_checkpoint(TRUNCATE)"]) yield* sql.unsafe(one)
  }).pipe(Effect.provide(SqliteClient.layer({ filename, disableWAL: true })))
