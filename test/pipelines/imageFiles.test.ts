import { basename, dirname, join } from "node:path"
import { inspect } from "node:util"
import { FileSystem } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import type { Layer } from "effect"
import { Deferred, Effect, Fiber, FastCheck as fc, Schema } from "effect"
import { FileNotSaved, generateImageAssets } from "effect-model-gateway"
import { broken, disk, halfWritten, opened } from "./support/disk.js"
import { bytesOf, drawing, imageWorld, temporary } from "./support/imageWorld.js"

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
      assert.match(name, /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}-]*-[0-9a-f]{8}\.png$/u)
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

  it.effect("is the same for the same bytes, whatever the order", () =>
    Effect.gen(function* () {
      const { folder, names } = yield* temporary
      const order = { prompts: ["a fox"], style: "chat", model: "painter", directory: folder, groupId: "g" } as const
      for (const change of [{}, {}, { style: "native" }, { model: "painter-2" }] as const) {
        yield* generateImageAssets({ ...order, ...change })
      }
      assert.lengthOf(yield* names, 1)
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

describe("FileNotSaved", () => {
  const image = { bytes: new Uint8Array([137, 80, 78, 71, 254, 253, 252]), mimeType: "image/png" }
  const error = new FileNotSaved({ path: "out/a.png", reason: "EIO", image })

  it("keeps its image through a store", () => {
    const stored = Schema.parseJson(FileNotSaved)
    assert.deepStrictEqual(Schema.decodeSync(stored)(Schema.encodeSync(stored)(error)).image, image)
  })

  it.each([inspect(error), inspect({ deep: [error] }, { depth: 9 }), JSON.stringify(error)])(
    "shows no bytes: %s",
    (shown) => {
      assert.match(shown, /size"?: ?7/)
      assert.notMatch(shown, /254|Uint8Array|iVBO/)
    }
  )
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
      assert.deepStrictEqual(failure.error.image, { bytes: bytesOf("png", "a fox"), mimeType: "image/png" })
    }).pipe(Effect.scoped, Effect.provide(layer), Effect.provide(imageWorld().layer))
  )

  it.effect("where one of several images of an order cannot be written, which the others are not stopped by", () => {
    const images = [
      { bytes: bytesOf("png", "one"), mimeType: "image/png" },
      { bytes: bytesOf("jpg", "two"), mimeType: "image/jpeg" },
      { bytes: bytesOf("png", "three"), mimeType: "image/png" }
    ] as const
    const world = imageWorld((prompt) => Effect.map(drawing(prompt), (reply) => ({ ...reply, images })))
    return Effect.gen(function* () {
      const { folder, names } = yield* temporary
      const found = yield* generate(folder, "a fox")
      assert.lengthOf(yield* names, 2)
      assert.deepStrictEqual(
        [found.images.map(({ mimeType }) => mimeType), found.failures.map(({ item, step }) => [item, step])],
        [["image/png", "image/png"], [["a fox", "order"]]]
      )
      const error = found.failures[0]?.error
      assert(error?._tag === "FileNotSaved")
      assert.deepStrictEqual(error.image, images[1])
      assert.deepStrictEqual(found.usage, { inputTokens: 2, outputTokens: 1, totalTokens: 3 })
    }).pipe(
      Effect.scoped,
      Effect.provide(
        disk((files) => ({
          open: (path, options) => (path.includes(".jpg") ? broken("EIO") : files.open(path, options))
        }))
      ),
      Effect.provide(world.layer)
    )
  })

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
