import type * as PlatformError from "@effect/platform/Error"
import type * as FileSystem from "@effect/platform/FileSystem"
import type * as Path from "@effect/platform/Path"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { checkHeader } from "../../sqlite/header.js"
import { holdAlone, isHeld } from "../../sqlite/holdAlone.js"
import { saysThat } from "../../sqlite/makeDirectory.js"
import { saidBy } from "../../sqlite/saidBy.js"
import { version } from "./tables.js"

/** The letters EMGR. */
export const kind = { applicationId: 0x454d4752, version }

/** How refusals of the file call it. */
export const named = { kind, name: "the file", owner: "store of executions", elsewhere: "name another file" }

/** The stores that this process holds, by their own names. */
const held = new Set<string>()

/**
 * The one name of a file, however it is called: without it, two who call it differently would not meet at its lock. Fails with
 * what to do, in words, where no file is meant.
 */
export const nameOf = (
  files: FileSystem.FileSystem,
  path: Path.Path,
  file: string
): Effect.Effect<string, PlatformError.PlatformError | string> => {
  // SQLite takes these for databases of its own, which are gone when they are closed.
  if (file.trim() === "" || file.trim() === ":memory:") {
    return Effect.fail("it is no file; name one, or use DurableEngine.memory")
  }
  const { base, dir } = path.parse(path.resolve(file))
  const inFolder = Effect.map(files.realPath(dir), (folder) => path.join(folder, base))
  return Effect.catchIf(files.realPath(file), saysThat("NotFound"), () => inFolder)
}

/** Holds the name of a store until the scope closes. Fails with what to do, in words. */
export const holdName = (files: FileSystem.FileSystem, file: string): Effect.Effect<void, string, Scope.Scope> =>
  Effect.zipRight(
    Effect.acquireRelease(
      Effect.suspend(() => (held.has(file) ? Effect.fail(taken) : Effect.sync(() => held.add(file)))),
      () => Effect.sync(() => held.delete(file))
    ),
    hold(files, `${file}.lock`)
  )

/**
 * Holds the file itself, by its number in the file system, until the scope closes: whoever deletes the lock beside it, renames
 * it or links to it does not get in. Fails with what to do, in words.
 */
export const holdFile = (
  files: FileSystem.FileSystem,
  path: Path.Path,
  file: string
): Effect.Effect<void, string, Scope.Scope> =>
  files.stat(file).pipe(
    Effect.mapError((error) => `the file cannot be read (${saidBy(error)}); mend that, or name another file`),
    Effect.flatMap(({ ino }) =>
      hold(files, path.join(path.dirname(file), `.gateway-${Option.getOrElse(ino, () => 0)}.lock`))
    )
  )

/**
 * Refuses what is no store of this version. Where this process holds it that is known, and the file must not be opened here:
 * as it is closed, the system would take away the locks that SQLite has on it.
 */
export const checkUnheld = (files: FileSystem.FileSystem, file: string): Effect.Effect<void, string> =>
  Effect.suspend(() => (held.has(file) ? Effect.void : checkHeader(files, file, named)))

const taken = "this or another process works on it; stop that first, or name another file"

const hold = (files: FileSystem.FileSystem, lock: string) =>
  Effect.mapError(holdAlone(files, lock), (error: SqlError.SqlError) =>
    isHeld(error)
      ? taken
      : `${lock} does not open (${saidBy(error)}); make its folder writable with room to spare, or name another file`
  )
