import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { connect, connectSafely } from "../../sqlite/connect.js"
import { checkHeader } from "../../sqlite/header.js"
import { saidBy } from "../../sqlite/saidBy.js"
import type { Runs } from "../Runs.js"
import { makeRuns } from "./makeRuns.js"
import { holdStore, named } from "./openStore.js"

/** What the store in a file holds, which is read beside whoever works on it. Fails with what to do, in words. */
export const sqliteRuns = (file: string): Effect.Effect<typeof Runs.Service, string, Scope.Scope> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    yield* checkHeader(files, file, named)
    const reads = yield* Effect.mapError(
      connect(file, { readonly: true }),
      (error) => `it does not open (${saidBy(error)})`
    )
    return makeRuns({
      name: file,
      reads,
      writing: (use) => Effect.scoped(Effect.zipRight(holdStore(files, file), Effect.flatMap(connectSafely(file), use)))
    })
  }).pipe(Effect.provide(NodeFileSystem.layer))
