import { createHash } from "node:crypto"
import { basename, dirname } from "node:path"
import { FileSystem } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import type { GatewayError, GeneratedImage, ImageAssetsRequest } from "effect-model-gateway"
import {
  GatewayBadRequest,
  GatewayOrderWithheld,
  GatewayOutcomeUnknown,
  GatewayUnavailable,
  generateImageAssets,
  ImageNotReturned
} from "effect-model-gateway"
import { bytesOf, drawing, imageWorld, pagesOf, temporary } from "./support/imageWorld.js"
import { gate } from "./support/listening.js"

type Options = Partial<typeof ImageAssetsRequest.Encoded>

const generate = (folder: string, options: Options = {}) =>
  generateImageAssets({
    prompts: ["A red fox", "A blue whale"],
    style: "chat",
    model: "painter",
    directory: folder,
    groupId: "group-7",
    ...options
  })

const read = (path: string) => Effect.flatMap(FileSystem.FileSystem, (files) => files.readFile(path))

const asset = (Id: string) => ({ Id, Name: `${Id}.png` })

describe("generateImageAssets", () => {
  it.scoped.each(["chat", "native"] as const)("saves the image of each prompt as a file, in the %s style", (style) => {
    const world = imageWorld(drawing, pagesOf([asset("a"), asset("b")], [asset("c")]))
    return Effect.gen(function* () {
      const { folder, names } = yield* temporary
      const { assets, failures, images, usage } = yield* generate(folder, { style })
      assert.deepStrictEqual(world.order, [`${style}: A red fox`, `${style}: A blue whale`, "list", "list"])
      assert.deepStrictEqual(failures, [])
      assert.deepStrictEqual(
        images.map(({ prompt }) => prompt),
        ["A red fox", "A blue whale"]
      )
      for (const { mimeType, path, prompt, sha256, size } of images) {
        const bytes = bytesOf("png", prompt)
        assert.strictEqual(dirname(path), folder)
        assert.match(basename(path), /^a-(red-fox|blue-whale)-[0-9a-f]{8}\.png$/)
        assert.deepStrictEqual(new Uint8Array(yield* read(path)), bytes)
        assert.strictEqual(sha256, createHash("sha256").update(bytes).digest("hex"))
        assert.deepStrictEqual([size, mimeType], [bytes.length, "image/png"])
      }
      assert.deepStrictEqual(yield* names, images.map(({ path }) => basename(path)).sort())
      assert.deepStrictEqual(assets, [asset("a"), asset("b"), asset("c")])
      assert.deepStrictEqual(usage, { inputTokens: 6, outputTokens: 2, totalTokens: 8 })
    }).pipe(Effect.provide(world.layer))
  })

  it.scoped("makes the folder where it is missing", () =>
    Effect.gen(function* () {
      const { folder } = yield* temporary
      const { images } = yield* generate(`${folder}/out/of/nowhere`)
      assert.deepStrictEqual(
        images.map(({ path }) => dirname(path)),
        [`${folder}/out/of/nowhere`, `${folder}/out/of/nowhere`]
      )
    }).pipe(Effect.provide(imageWorld().layer))
  )

  it.scoped("saves each of several images in one reply under the name of its bytes", () => {
    const images = [
      { bytes: bytesOf("png", "one"), mimeType: "image/png" },
      { bytes: bytesOf("jpg", "two"), mimeType: "image/jpeg" },
      { bytes: bytesOf("png", "one"), mimeType: "image/png" }
    ] as const
    const world = imageWorld((prompt) => Effect.map(drawing(prompt), (reply) => ({ ...reply, images })))
    return Effect.gen(function* () {
      const { folder, names } = yield* temporary
      const { images: saved } = yield* generate(folder, { prompts: ["A red fox"] })
      assert.deepStrictEqual(
        saved.map(({ path }) => basename(path).replace(/[0-9a-f]{8}/, "*")),
        ["a-red-fox-*.png", "a-red-fox-*.jpg", "a-red-fox-*.png"]
      )
      assert.strictEqual(saved[0]?.path, saved[2]?.path)
      assert.lengthOf(yield* names, 2)
      for (const [i, { path }] of saved.entries()) {
        assert.deepStrictEqual(new Uint8Array(yield* read(path)), images[i]?.bytes)
      }
    }).pipe(Effect.provide(world.layer))
  })

  const kinds: ReadonlyArray<readonly [GeneratedImage["mimeType"], string]> = [
    ["image/png", "png"],
    ["image/jpeg", "jpg"],
    ["image/gif", "gif"],
    ["image/webp", "webp"],
    ["image/avif", "avif"],
    ["image/heic", "heic"],
    ["image/bmp", "bmp"],
    ["image/tiff", "tiff"],
    ["image/svg+xml", "svg"],
    ["application/octet-stream", "bin"],
    ["../../x", "bin"]
  ]
  it.scoped.each(kinds)("gives a file of the type %s the extension of its type", ([mimeType, extension]) => {
    const image = { bytes: bytesOf("unknown", "image"), mimeType }
    const world = imageWorld((prompt) => Effect.map(drawing(prompt), (reply) => ({ ...reply, images: [image] })))
    return Effect.gen(function* () {
      const { folder, names } = yield* temporary
      const { images } = yield* generate(folder, { prompts: ["A red fox"] })
      assert.deepStrictEqual(
        images.map(({ mimeType, path }) => [mimeType, path.replace(/.*\./, "")]),
        [[mimeType, extension]]
      )
      assert.lengthOf(yield* names, 1)
    }).pipe(Effect.provide(world.layer))
  })

  it.scoped("fails where a cap held an order back, once the others have ended, and says what came of them", () => {
    const withheld = new GatewayOrderWithheld({ operation: "order", attempts: 0 })
    const broken = new GatewayBadRequest({ operation: "order", attempts: 1, detail: "the prompt is odd" })
    const failures = new Map<string, GatewayError>([
      ["Late", withheld],
      ["Later", withheld],
      ["Odd", broken]
    ])
    const world = imageWorld((prompt) => {
      const failure = failures.get(prompt)
      return failure === undefined ? drawing(prompt) : Effect.fail(failure)
    })
    return Effect.gen(function* () {
      const { folder, names } = yield* temporary
      const error = yield* Effect.flip(generate(folder, { prompts: ["Late", "A red fox", "Later", "Odd"] }))
      if (error._tag !== "StepFailed") return assert.fail(error._tag)
      assert.deepStrictEqual([error.step, error.item, error.error._tag], ["order", "Late", withheld._tag])
      assert.deepStrictEqual(
        error.others?.failures.map(({ error, item }) => [item, error._tag]),
        [["Odd", broken._tag]]
      )
      assert.deepStrictEqual(
        error.others?.files.map((path) => basename(path)),
        yield* names
      )
      assert.lengthOf(yield* names, 1)
      assert.include(error.message, "files of others, which were saved and stay: 1; others that failed: 1")
      assert.deepStrictEqual(
        world.order.filter((it) => it === "list"),
        [],
        "the list is read when all is ordered"
      )
    }).pipe(Effect.provide(world.layer))
  })

  const orderFailures = [
    new GatewayBadRequest({ operation: "order", attempts: 1, detail: "the prompt is odd" }),
    new GatewayOutcomeUnknown({ operation: "order", attempts: 1, reason: "ECONNRESET" }),
    new GatewayUnavailable({ operation: "order", attempts: 3 }),
    new ImageNotReturned({ operation: "order", attempts: 1, problem: "absent", text: "I cannot", intact: [] })
  ]
  it.scoped.each(orderFailures)("reports a prompt that fails beside the images of the others", (error) => {
    const world = imageWorld((prompt) => (prompt === "Nothing" ? Effect.fail(error) : drawing(prompt)))
    return Effect.gen(function* () {
      const { folder, names } = yield* temporary
      const found = yield* generate(folder, { prompts: ["A red fox", "Nothing", "A blue whale"] })
      assert.deepStrictEqual(
        found.images.map(({ prompt }) => prompt),
        ["A red fox", "A blue whale"]
      )
      assert.lengthOf(yield* names, 2)
      const [failure, ...others] = found.failures
      assert.isEmpty(others)
      assert.deepInclude(failure, {
        pipeline: "generateImageAssets",
        step: "order",
        item: "Nothing",
        attempts: error.attempts
      })
      assert.deepStrictEqual({ ...failure?.error }, { ...error })
      assert.deepStrictEqual(found.usage, { inputTokens: 6, outputTokens: 2, totalTokens: 8 })
      assert.deepStrictEqual(world.order.slice(-1), ["list"])
    }).pipe(Effect.provide(world.layer))
  })

  it.scoped("saves the intact images of a reply that is broken in part, beside its failure", () => {
    const intact = ["one", "two"].map((text) => ({ bytes: bytesOf("png", text), mimeType: "image/png" }))
    const usage = { inputTokens: 30, outputTokens: 40, totalTokens: 70 }
    const about = { operation: "order", attempts: 1, text: "", usage }
    const world = imageWorld((prompt) => {
      if (prompt === "Half") return Effect.fail(new ImageNotReturned({ ...about, problem: "broken", intact }))
      if (prompt === "None") return Effect.fail(new ImageNotReturned({ ...about, problem: "absent", intact: [] }))
      return drawing(prompt)
    })
    return Effect.gen(function* () {
      const { folder } = yield* temporary
      const found = yield* generate(folder, { prompts: ["Half", "A red fox", "None"] })
      assert.deepStrictEqual(
        found.images.map(({ prompt }) => prompt),
        ["Half", "Half", "A red fox"]
      )
      for (const [i, { bytes }] of intact.entries()) {
        assert.deepStrictEqual(new Uint8Array(yield* read(found.images[i]?.path ?? "")), bytes)
      }
      assert.deepStrictEqual(
        found.failures.map(({ error, item, step }) => [item, step, error._tag]),
        [
          ["Half", "order", "ImageNotReturned"],
          ["None", "order", "ImageNotReturned"]
        ]
      )
      assert.deepStrictEqual(found.usage, { inputTokens: 63, outputTokens: 81, totalTokens: 144 })
    }).pipe(Effect.provide(world.layer))
  })

  it.scoped("overwrites no image of an earlier run that is another", () => {
    let run = 0
    const world = imageWorld((prompt) => drawing(`${prompt} ${Math.min(run++, 1)}`))
    return Effect.gen(function* () {
      const { folder, names } = yield* temporary
      const paths: Array<string | undefined> = []
      for (let i = 0; i < 3; i++) paths.push((yield* generate(folder, { prompts: ["A red fox"] })).images[0]?.path)
      assert.notStrictEqual(paths[0], paths[1])
      assert.strictEqual(paths[1], paths[2])
      assert.lengthOf(yield* names, 2)
    }).pipe(Effect.provide(world.layer))
  })

  it.scoped("keeps the images where the list fails, and reports it", () => {
    const error = new GatewayUnavailable({ operation: "listAssets", attempts: 3 })
    const world = imageWorld(drawing, () => Effect.fail(error))
    return Effect.gen(function* () {
      const { folder } = yield* temporary
      const { assets, failures, images } = yield* generate(folder)
      assert.lengthOf(images, 2)
      assert.deepStrictEqual(assets, [])
      assert.deepStrictEqual(
        failures.map(({ attempts, item, pipeline, step }) => ({ attempts, item, pipeline, step })),
        [{ attempts: 3, item: undefined, pipeline: "generateImageAssets", step: "list assets" }]
      )
      assert.deepStrictEqual({ ...failures[0]?.error }, { ...error })
      assert.strictEqual(world.listed.length, 1)
    }).pipe(Effect.provide(world.layer))
  })

  it.scoped("reads each page of the group's list once, also where the new images are not in it", () => {
    const world = imageWorld(drawing, pagesOf([asset("a"), asset("b")], [asset("c")]))
    return Effect.gen(function* () {
      const { folder } = yield* temporary
      yield* generate(folder)
      assert.deepStrictEqual(
        world.listed.map(({ Filter, PageNumber }) => [Filter.GroupId, PageNumber]),
        [
          ["group-7", 1],
          ["group-7", 2]
        ]
      )
    }).pipe(Effect.provide(world.layer))
  })

  it.scoped("asks for pages as the caller says", () => {
    const world = imageWorld(drawing, ({ PageNumber = 1 }) =>
      pagesOf([asset("a"), asset("b")], [asset("c")])({ Filter: { GroupId: "group-7" }, PageNumber: PageNumber + 1 })
    )
    return Effect.gen(function* () {
      const { folder } = yield* temporary
      const { assets } = yield* generate(folder, { pageSize: 2, firstPage: 0 })
      assert.deepStrictEqual(assets, [asset("a"), asset("b"), asset("c")])
      assert.deepStrictEqual(
        world.listed.map(({ PageNumber, PageSize }) => [PageNumber, PageSize]),
        [
          [0, 2],
          [1, 2]
        ]
      )
    }).pipe(Effect.provide(world.layer))
  })

  it.scoped("lists the group where there are no prompts, and where all fail", () => {
    const world = imageWorld(
      () => Effect.fail(new GatewayBadRequest({ operation: "order", attempts: 1 })),
      pagesOf([asset("a")])
    )
    return Effect.gen(function* () {
      const { folder, names } = yield* temporary
      const none = yield* generate(folder, { prompts: [] })
      const failed = yield* generate(folder)
      assert.deepStrictEqual([none.assets, failed.assets], [[asset("a")], [asset("a")]])
      assert.deepStrictEqual(
        failed.failures.map(({ item }) => item),
        ["A red fox", "A blue whale"]
      )
      assert.deepStrictEqual(yield* names, [])
    }).pipe(Effect.provide(world.layer))
  })

  const loads: ReadonlyArray<readonly [Options, number]> = [
    [{ concurrency: 1 }, 1],
    [{}, 2],
    [{ concurrency: 3 }, 3],
    [{ concurrency: 100 }, 6]
  ]
  it.scoped.each(loads)("has so many orders open at a time as it is told: %j", ([options, most]) => {
    const { most: seen, through } = gate()
    const slowly = Effect.repeatN(Effect.yieldNow(), 100)
    const world = imageWorld((prompt) => through(Effect.zipRight(slowly, drawing(prompt))))
    const prompts = Array.from({ length: 6 }, (_, i) => `Fox ${i}`)
    return Effect.gen(function* () {
      const { folder } = yield* temporary
      const { images } = yield* generate(folder, { prompts, ...options })
      assert.strictEqual(seen(), most)
      assert.deepStrictEqual(
        images.map(({ prompt }) => prompt),
        prompts
      )
    }).pipe(Effect.provide(world.layer))
  })

  it.scoped("orders nothing more once it is interrupted", () =>
    Effect.gen(function* () {
      const ordered = yield* Deferred.make<void>()
      const world = imageWorld(() => Effect.zipRight(Deferred.succeed(ordered, undefined), Effect.never))
      yield* Effect.gen(function* () {
        const { folder, names } = yield* temporary
        const running = yield* Effect.fork(generate(folder, { concurrency: 1 }))
        yield* Deferred.await(ordered)
        yield* Fiber.interrupt(running)
        assert.deepStrictEqual([world.order, yield* names], [["chat: A red fox"], []])
      }).pipe(Effect.provide(world.layer))
    })
  )

  const misfits: ReadonlyArray<readonly [options: Record<string, unknown>, issues: Array<string>]> = [
    [
      { prompts: ["A fox", "A whale", "A fox"] },
      ["prompts must be a list of prompts that differ, for each is an order of its own"]
    ],
    [{ prompts: ["A fox", ""] }, ["prompts[1] must be a non empty string"]],
    [{ aspectRatio: "16x9" }, ["aspectRatio must be a ratio of the form <w>:<h>, such as 16:9"]],
    [{ concurrency: 0, ratio: "1:1" }, ["concurrency must be a whole number from 1", "ratio is not a field here"]],
    [
      { model: "", directory: "", groupId: "" },
      ["model", "directory", "groupId"].map((field) => `${field} must be a non empty string`)
    ]
  ]
  it.scoped.each(misfits)("refuses %j by the names of its fields, and orders nothing", ([options, issues]) => {
    const world = imageWorld()
    return Effect.gen(function* () {
      const { folder, names } = yield* temporary
      // As from a caller without types.
      const input: Options = { directory: `${folder}/out`, ...options }
      const error = yield* Effect.flip(generate(folder, input))
      assert(error._tag === "GatewayInvalidRequest")
      assert.deepStrictEqual([error.operation, error.attempts], ["generateImageAssets", 0])
      assert.sameMembers(
        error.issues.map(({ path, problem }) => `${path} ${problem}`),
        issues
      )
      assert.deepStrictEqual([world.order, yield* names], [[], []])
    }).pipe(Effect.provide(world.layer))
  })

  it.effect("refuses a style that it does not know", () =>
    Effect.gen(function* () {
      const input: Record<string, unknown> = { style: "oil" }
      const error = yield* Effect.flip(generate("out", input))
      assert(error._tag === "GatewayInvalidRequest")
      assert.deepStrictEqual([...new Set(error.issues.map(({ path }) => path))], ["style"])
    }).pipe(Effect.provide(imageWorld().layer))
  )
})
