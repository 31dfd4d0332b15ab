import type * as PlatformError from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as NodeContext from "@effect/platform-node/NodeContext"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { EngineState } from "../../engines/state/EngineState.js"
import { createDatabase } from "./createDatabase.js"
import { checkHeader } from "./header.js"
import { holdAlone } from "./holdAlone.js"
import { makeDirectory } from "./makeDirectory.js"
import { openDatabase } from "./openDatabase.js"
import { saidBy } from "./saidBy.js"
import { sqlShelf } from "./sqlShelf.js"
import { clearTemporary, temporary } from "./temporary.js"

/** Opens the state that a directory keeps, and begins one where there is none. Fails with what to do, in words. */
export const openState = (directory: string): Effect.Effect<typeof EngineState.Service, string, Scope.Scope> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const database = `${directory}/gateway.sqlite`
    yield* Effect.mapError(makeDirectory(files, yield* Path.Path, temporary(directory)), notMade)
    yield* holdAlone(files, directory)
    yield* clearTemporary(files, directory).pipe(
      Effect.zipRight(createDatabase(files, temporary(directory), database)),
      Effect.mapError(notMade)
    )
    yield* checkHeader(files, database)
    const sql = yield* openDatabase(database).pipe(
      Effect.mapError(
        (error) => `gateway.sqlite does not open (${saidBy(error)}); make it writable, or put a whole copy of it back`
      )
    )
    return EngineState.make(sqlShelf(sql, directory))
  }).pipe(Effect.provide(NodeContext.layer))

const notMade = (error: PlatformError.PlatformError | SqlError.SqlError): string =>
  `${saidBy(error)}; make it writable with room to spare, or name another directory`
