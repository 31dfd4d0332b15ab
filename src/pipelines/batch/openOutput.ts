import type * as PlatformError from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { FileNotSaved } from "../FileNotSaved.js"

/** Takes one line after the other. */
export type WriteLine = (line: string) => Effect.Effect<void, FileNotSaved>

/**
 * Opens a file for lines, which has `.part` behind its name until `close`, so that under its own name it is always whole: a line
 * that a stop cut off never stands in it. What an earlier run left under that name is written anew; of its draft, which may be
 * all that there is of work that nobody keeps, the name is changed where `keepsDraft` says so.
 */
export const openOutput = (
  path: string,
  keepsDraft: boolean
): Effect.Effect<
  { readonly write: WriteLine; readonly close: Effect.Effect<void, FileNotSaved> },
  FileNotSaved,
  FileSystem.FileSystem | Path.Path | Scope.Scope
> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const { dirname } = yield* Path.Path
    const draft = `${path}.part`
    const saved = Effect.mapError(
      (error: PlatformError.PlatformError) => new FileNotSaved({ path, reason: error.description ?? error.message })
    )
    yield* saved(files.makeDirectory(dirname(path), { recursive: true }))
    yield* checkPlace(files, path)
    if (keepsDraft && (yield* saved(files.exists(draft)))) {
      yield* saved(files.rename(draft, `${path}.${yield* Clock.currentTimeMillis}.part`))
    }
    const file = yield* saved(files.open(draft, { flag: "w" }))
    const bytes = new TextEncoder()
    return {
      write: (line) => saved(file.writeAll(bytes.encode(`${line}\n`))),
      close: saved(Effect.zipRight(file.sync, files.rename(draft, path)))
    }
  })

/** By its last rename a file takes the place of whatever has its name, a device or a link too. */
const checkPlace = (files: FileSystem.FileSystem, path: string): Effect.Effect<void, FileNotSaved> =>
  Effect.gen(function* () {
    const isLink = yield* Effect.isSuccess(files.readLink(path))
    const found = yield* Effect.option(files.stat(path))
    const isFile = Option.match(found, { onNone: () => true, onSome: ({ type }) => type === "File" })
    if (isLink || !isFile) yield* new FileNotSaved({ path, reason: "what has that name is no file; name another" })
  })
