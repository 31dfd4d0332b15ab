import { FileSystem, Error as PlatformErrors } from "@effect/platform"
import { NodeFileSystem } from "@effect/platform-node"
import { Effect, Layer } from "effect"

type Files = FileSystem.FileSystem
type Open = FileSystem.FileSystem["open"]

/** The real file system with something about it changed. */
export const disk = (change: (files: Files) => Partial<Files>): Layer.Layer<Files> =>
  Layer.effect(
    FileSystem.FileSystem,
    Effect.map(FileSystem.FileSystem, (files) => ({ ...files, ...change(files) }))
  ).pipe(Layer.provide(NodeFileSystem.layer))

/** Fails as the system does, in its own words. */
export const broken = (description: string): Effect.Effect<never, PlatformErrors.PlatformError> =>
  Effect.fail(new PlatformErrors.SystemError({ reason: "Unknown", module: "FileSystem", method: "write", description }))

/** Opens real files with something about them changed. */
export const opened =
  (files: Files, change: (file: FileSystem.File) => Partial<FileSystem.File>): Open =>
  (path, options) =>
    Effect.map(
      files.open(path, options),
      (file): FileSystem.File => Object.create(file, Object.getOwnPropertyDescriptors(change(file)))
    )

/** Opens files of which half is written, and then this happens. */
export const halfWritten = (files: Files, then: Effect.Effect<never, PlatformErrors.PlatformError>): Open =>
  opened(files, (file) => ({
    writeAll: (bytes) => Effect.zipRight(file.writeAll(bytes.slice(0, bytes.length / 2)), then)
  }))
