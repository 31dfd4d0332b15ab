import { basename, dirname, join } from "node:path"
import { FileSystem } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import type { Layer } from "effect"
import { Deferred, Effect, Fiber, FastCheck as fc } from "effect"
import { generateImageAssets } from "effect-model-gateway"
import { broken, disk, halfWritten, opened } from "./support/disk.js"
import { drawing, imageWorld, temporary } from "./support/imageWorld.js"

const generate = (directory: string, ...prompts: ReadonlyArray<string>) =>
  generateImageAssets({ prompts, style: "chat", model: "painter", directory, groupId: "group-7" })

const nameOf = (prompt: string) =>
  Effect.gen(function* () {
    const { folder, names } = yield* temporary
    const { failures, images } = yield* generate(folder, prompt)
    assert.deepStrictEqual(failures, [])
    const [image] = images
    assert.deepStrictEqual([dirname(image?.path ?? "")], [folder])
    assert.deepStrictEqual(yield* names, [basename(image?.path ?? "")])
    return basename(image?.path ?? "")
  }).pipe(Effect.scoped, Effect.provide(imageWorld().layer))

describe("the name of an image's file", () => {
  const slugs: ReadonlyArray<readonly [slug: string, prompt: string]> = [
    ["a-red-fox-at-night", "A red fox, at NIGHT!"],
    ["etc-passwd", "../../etc/passwd"],
    ["absolute-path-c", "/absolute\\path:C"],
    ["image", ".."],
    ["hidden", ".hidden"],
    ["rf", "-rf"],
    ["nul-byte", "nul\0byte"],
    ["two-lines-and-a-tab", "two\nlines\r\tand a tab"],
    ["con", "CON"],
    ["image", "🦊🦊"],
    ["赤い狐", "赤い狐"],
    ["gnp-exe", "\u202egnp.exe"],
    ["שועל-אדום", "שועל אדום"],
    ["café-straße", "Cafe\u0301 Straße"],
    ["image", "   "],
    ["word-word-word-word-word-word-word-word", "word ".repeat(100)],
    ["𠮷".repeat(40), "𠮷".repeat(500)]
  ]
  it.effect.each(slugs)("is %s and a digest, safely", ([slug, prompt]) =>
    Effect.gen(function* () {
      const name = yield* nameOf(prompt)
      assert.strictEqual(name.replace(/-[0-9a-f]{8}\.png$/, ""), slug)
    })
  )

  const prompts = fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 600 }),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 600 }),
    fc
      .array(fc.constantFrom("/", "..", "\\", "\0", "\n", "CON", ":", "*", "\u202e", "🦊", "a", "İ", " ", "~", "%2f"), {
        minLength: 1,
        maxLength: 50
      })
      .map((parts) => parts.join(""))
  )
  it.effect.prop("is one that every file system takes", [prompts], ([prompt]) =>
    Effect.gen(function* () {
      const name = yield* nameOf(prompt)
      assert.match(name, /^[\p{L}\p{N}][\p{L}\p{N}-]*-[0-9a-f]{8}\.png$/u)
      assert.isAtMost(Buffer.byteLength(name), 255)
    })
  )

  it.effect("keeps prompts apart that would be named alike", () =>
    Effect.gen(function* () {
      const { folder, names } = yield* temporary
      const long = "word ".repeat(100)
      const alike = ["A fox", "a fox", "a fox!", "a-fox", "A/FOX", "🦊", "🐋", "..", long, `${long}.`]
      const { images } = yield* generate(folder, ...alike)
      assert.lengthOf(yield* names, alike.length)
      assert.lengthOf(new Set(images.map(({ path }) => path)), alike.length)
    }).pipe(Effect.scoped, Effect.provide(imageWorld().layer))
  )

  it.effect("is the same for the same order, and another for another style or model", () =>
    Effect.gen(function* () {
      const { folder, names } = yield* temporary
      const order = { prompts: ["a fox"], style: "chat", model: "painter", directory: folder, groupId: "g" } as const
      for (const change of [{}, {}, { style: "native" }, { model: "painter-2" }] as const) {
        yield* generateImageAssets({ ...order, ...change })
      }
      assert.lengthOf(yield* names, 3)
    }).pipe(Effect.scoped, Effect.provide(imageWorld().layer))
  )
})

describe("a folder that cannot be written to fails before anything is ordered", () => {
  const noFolders = [
    { what: "where a file is in its place", under: "file" },
    { what: "where a file is above it", under: "file/out" }
  ]
  it.effect.each(noFolders)("$what", ({ under }) => {
    const world = imageWorld()
    return Effect.gen(function* () {
      const { folder } = yield* temporary
      const files = yield* FileSystem.FileSystem
      yield* files.writeFileString(join(folder, "file"), "here first")
      const failure = yield* Effect.flip(generate(join(folder, under), "a fox"))
      assert(failure._tag === "StepFailed")
      assert.deepInclude(failure, {
        pipeline: "generateImageAssets",
        step: "prepare folder",
        item: undefined,
        attempts: 1
      })
      assert.deepInclude({ ...failure.error }, { _tag: "FileNotSaved", path: join(folder, under) })
      assert.match(failure.message, /could not be written: E(EXIST|NOTDIR): /)
      assert.deepStrictEqual(world.order, [])
      assert.strictEqual(yield* files.readFileString(join(folder, "file")), "here first")
    }).pipe(Effect.scoped, Effect.provide(world.layer))
  })

  it.effect("where it is read-only", () => {
    const world = imageWorld()
    return Effect.gen(function* () {
      const { folder } = yield* temporary
      const failure = yield* Effect.flip(generate(folder, "a fox"))
      assert.match(failure.message, /^generateImageAssets: prepare folder failed: .* could not be written: EROFS$/)
      assert.deepStrictEqual(world.order, [])
    }).pipe(
      Effect.scoped,
      Effect.provide(
        disk((files) => ({
          access: (path, options) => (options?.writable === true ? broken("EROFS") : files.access(path, options))
        }))
      ),
      Effect.provide(world.layer)
    )
  })
})

describe("a file is there whole or not at all", () => {
  const faults: ReadonlyArray<readonly [string, Layer.Layer<FileSystem.FileSystem>]> = [
    ["opening", disk(() => ({ open: () => broken("EMFILE") }))],
    ["writing", disk((files) => ({ open: halfWritten(files, broken("ENOSPC")) }))],
    ["flushing", disk((files) => ({ open: opened(files, () => ({ sync: broken("EIO") })) }))],
    ["renaming", disk(() => ({ rename: () => broken("EPERM") }))]
  ]
  it.effect.each(faults)("where %s fails", ([, layer]) =>
    Effect.gen(function* () {
      const { folder, names } = yield* temporary
      const { failures, images } = yield* generate(folder, "a fox")
      assert.deepStrictEqual([images, yield* names], [[], []])
      const [failure] = failures
      assert.deepInclude(failure, { step: "order", item: "a fox", attempts: 1 })
      assert(failure?.error._tag === "FileNotSaved")
      assert.match(failure.error.path, /a-fox-[0-9a-f]{8}\.png$/)
      assert.match(failure.error.reason, /^E(MFILE|NOSPC|IO|PERM)$/)
    }).pipe(Effect.scoped, Effect.provide(layer), Effect.provide(imageWorld().layer))
  )

  it.effect("where one of two cannot be written", () =>
    Effect.gen(function* () {
      const { folder, names } = yield* temporary
      const { failures, images } = yield* generate(folder, "a fox", "a whale")
      assert.deepStrictEqual(
        [images.map(({ prompt }) => prompt), failures.map(({ item }) => item)],
        [["a whale"], ["a fox"]]
      )
      assert.lengthOf(yield* names, 1)
    }).pipe(
      Effect.scoped,
      Effect.provide(
        disk((files) => ({
          open: (path, options) =>
            path.includes("a-fox") ? halfWritten(files, broken("ENOSPC"))(path, options) : files.open(path, options)
        }))
      ),
      Effect.provide(imageWorld().layer)
    )
  )

  it.effect("where it is interrupted amid the writing", () =>
    Effect.gen(function* () {
      const writing = yield* Deferred.make<void>()
      const hangs = Effect.zipRight(Deferred.succeed(writing, undefined), Effect.never)
      yield* Effect.gen(function* () {
        const { folder, names } = yield* temporary
        const running = yield* Effect.fork(generate(folder, "a fox"))
        yield* Deferred.await(writing)
        assert.match((yield* names).join(), /^a-fox-[0-9a-f]{8}\.png\.\w+\.part$/)
        yield* Fiber.interrupt(running)
        assert.deepStrictEqual(yield* names, [])
      }).pipe(Effect.scoped, Effect.provide(disk((files) => ({ open: halfWritten(files, hangs) }))))
    }).pipe(Effect.provide(imageWorld().layer))
  )

  it.effect("and an older one of its name stands until then", () =>
    Effect.gen(function* () {
      const { folder } = yield* temporary
      const [first] = (yield* generate(folder, "a fox")).images
      yield* Effect.provide(
        generate(folder, "a fox"),
        disk((files) => ({ open: halfWritten(files, broken("ENOSPC")) }))
      )
      const files = yield* FileSystem.FileSystem
      assert.deepStrictEqual((yield* files.readFile(first?.path ?? "")).length, first?.size)
    }).pipe(Effect.scoped, Effect.provide(imageWorld().layer))
  )

  it.effect("and gets its name only once it is on the disk", () => {
    const done: Array<string> = []
    const note = (what: string) => Effect.sync(() => void done.push(what))
    return Effect.gen(function* () {
      const { folder } = yield* temporary
      yield* generate(folder, "a fox")
      assert.deepStrictEqual(done, ["write", "sync", "rename"])
    }).pipe(
      Effect.scoped,
      Effect.provide(
        disk((files) => ({
          open: opened(files, (file) => ({
            writeAll: (bytes) => Effect.zipLeft(file.writeAll(bytes), note("write")),
            sync: Effect.zipLeft(file.sync, note("sync"))
          })),
          rename: (from, to) => Effect.zipLeft(files.rename(from, to), note("rename"))
        }))
      ),
      Effect.provide(imageWorld(drawing).layer)
    )
  })
})
