import type * as PlatformError from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

/** What a file is to hold. */
export interface FileContent {
  readonly path: string
  readonly bytes: Uint8Array
}

/**
 * Writes files whole or not at all: each under another name in the same folder first, flushed to the disk, and all renamed when
 * the last of them is written. What is left of a failed or interrupted attempt is removed. A file that was there is replaced.
 */
export const writeWhole = (
  contents: ReadonlyArray<FileContent>
): Effect.Effect<void, PlatformError.PlatformError, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const unique = yield* Random.nextIntBetween(0, 2 ** 48)
    const drafts = contents.map(({ bytes, path }) => ({ bytes, path, draft: `${path}.${unique.toString(36)}.part` }))
    yield* Effect.forEach(drafts, ({ bytes, draft }) => writeAndFlush(files, draft, bytes)).pipe(
      Effect.zipRight(Effect.forEach(drafts, ({ draft, path }) => files.rename(draft, path))),
      Effect.onError(() => Effect.forEach(drafts, ({ draft }) => Effect.ignore(files.remove(draft))))
    )
  })

const writeAndFlush = (files: FileSystem.FileSystem, path: string, bytes: Uint8Array) =>
  Effect.scoped(
    Effect.gen(function* () {
      const file = yield* files.open(path, { flag: "wx" })
      yield* file.writeAll(bytes)
      yield* file.sync
    })
  )
