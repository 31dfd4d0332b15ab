import type * as PlatformError from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as NodeContext from "@effect/platform-node/NodeContext"
import type * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { connectSafely } from "../../sqlite/connect.js"
import { createDatabase } from "../../sqlite/createDatabase.js"
import { checkHeader } from "../../sqlite/header.js"
import { makeDirectory } from "../../sqlite/makeDirectory.js"
import { saidBy } from "../../sqlite/saidBy.js"
import { holdFile, holdName, kind, named, nameOf } from "./holdStore.js"
import { makeTables } from "./tables.js"

/**
 * Opens a store for this process alone, and begins one where there is none: two engines on one file would both do its work.
 * Fails with what to do, in words.
 */
export const openStore = (called: string): Effect.Effect<SqlClient.SqlClient, string, Scope.Scope> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const file = yield* makeDirectory(files, path, path.dirname(path.resolve(called))).pipe(
      Effect.zipRight(nameOf(files, path, called)),
      Effect.mapError(notMade)
    )
    yield* holdName(files, file)
    const draft = `${file}.draft`
    yield* files
      .remove(draft, { force: true })
      .pipe(
        Effect.zipRight(createDatabase(files, { database: file, draft }, kind, makeTables)),
        Effect.mapError(notMade)
      )
    yield* checkHeader(files, file, named)
    yield* holdFile(files, path, file)
    return yield* connectSafely(file).pipe(
      // A file that cannot be written opens without a word: this takes the right to write, and writes nothing.
      Effect.tap((sql) => sql`DELETE FROM gateway_claims WHERE FALSE`),
      Effect.mapError(
        (error) => `it does not open (${saidBy(error)}); make it writable, or put a whole copy of it back`
      )
    )
  }).pipe(Effect.provide(NodeContext.layer))

const notMade = (error: PlatformError.PlatformError | SqlError.SqlError | string): string =>
  typeof error === "string"
    ? error
    : `${saidBy(error)}; make its folder writable with room to spare, or name another file`
