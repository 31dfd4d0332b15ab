import type * as PlatformError from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as NodeContext from "@effect/platform-node/NodeContext"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { connect, connectSafely } from "../../sqlite/connect.js"
import { saidBy } from "../../sqlite/saidBy.js"
import type { RunRecords } from "../RunRecords.js"
import type { Runs } from "../Runs.js"
import { holdings } from "./holdings.js"
import { checkUnheld, holdFile, holdName, nameOf } from "./holdStore.js"

/** What the store in a file holds, which is read beside whoever works on it. Fails with what to do, in words. */
export const sqliteRuns = (called: string): Effect.Effect<Context.Context<Runs | RunRecords>, string, Scope.Scope> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const file = yield* Effect.mapError(nameOf(files, path, called), notFound)
    yield* checkUnheld(files, file)
    const reads = yield* Effect.mapError(
      connect(file, { readonly: true }),
      (error) => `it does not open (${saidBy(error)})`
    )
    const held = Effect.zipRight(holdName(files, file), holdFile(files, path, file))
    return holdings({
      name: called,
      reads,
      writing: (use) => Effect.scoped(Effect.zipRight(held, Effect.flatMap(connectSafely(file), use)))
    })
  }).pipe(Effect.provide(NodeContext.layer))

const notFound = (error: PlatformError.PlatformError | string): string =>
  typeof error === "string" ? error : `the file cannot be read (${saidBy(error)}); mend that, or name another file`
