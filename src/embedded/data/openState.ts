import type * as PlatformError from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as NodeContext from "@effect/platform-node/NodeContext"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { EngineState } from "../../engines/state/EngineState.js"
import { holdAlone, isHeld } from "../../sqlite/holdAlone.js"
import { makeDirectory } from "../../sqlite/makeDirectory.js"
import { saidBy } from "../../sqlite/saidBy.js"
import { makeDatabase, openDatabase } from "./openDatabase.js"
import { sqlShelf } from "./sqlShelf.js"
import { clearTemporary, temporary } from "./temporary.js"

/** Opens the state that a directory keeps, and begins one where there is none. Fails with what to do, in words. */
export const openState = (directory: string): Effect.Effect<typeof EngineState.Service, string, Scope.Scope> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const database = `${directory}/gateway.sqlite`
    yield* Effect.mapError(makeDirectory(files, yield* Path.Path, temporary(directory)), notMade)
    yield* Effect.mapError(holdAlone(files, `${directory}/gateway.lock`), notHeld)
    yield* clearTemporary(files, directory).pipe(
      Effect.zipRight(makeDatabase(files, temporary(directory), database)),
      Effect.mapError(notMade)
    )
    const sql = yield* openDatabase(files, database)
    return EngineState.make(sqlShelf(sql, directory))
  }).pipe(Effect.provide(NodeContext.layer))

const notMade = (error: PlatformError.PlatformError | SqlError.SqlError): string =>
  `${saidBy(error)}; make it writable with room to spare, or name another directory`

/** Another gateway would take up the running transcriptions of this one. */
const notHeld = (error: SqlError.SqlError): string =>
  isHeld(error)
    ? "another gateway keeps its state there; stop that one, or name another directory"
    : `gateway.lock does not open (${saidBy(error)}); make it writable with room to spare, or name another directory`
