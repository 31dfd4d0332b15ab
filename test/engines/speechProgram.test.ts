import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { EmbeddedGateway } from "effect-model-gateway/embedded"
import { command, folder } from "./support/speech.js"

/** A folder with programs in it, two that may be run and others that may not. */
const programs = Effect.map(folder, (path) => {
  const make = (name: string, mode: number) => writeFileSync(join(path, name), "#!/bin/sh\n", { mode })
  make("hark", 0o755)
  make("of-the-owner", 0o700)
  make("text", 0o644)
  mkdirSync(join(path, "folder"))
  symlinkSync(join(path, "hark"), join(path, "link"))
  symlinkSync(join(path, "nothing"), join(path, "dangling"))
  return path
})

/** Whether the layer of a command is built, or why not. */
const started = (name: string, PATH?: string) =>
  Effect.scoped(Layer.build(command({ command: [name, "{file}"] }))).pipe(
    Effect.as("started"),
    Effect.catchTag("SpeechCommandMissing", ({ problem }) => Effect.succeed(problem)),
    Effect.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map(PATH === undefined ? [] : [["PATH", PATH]]))))
  )

describe("a speech command is looked for at the start", () => {
  it.scoped.each([
    ["hark", "started"],
    ["of-the-owner", "started"],
    ["link", "started"],
    ["text", "may not be run"],
    ["folder", "was not found"],
    ["dangling", "was not found"],
    ["nothing", "was not found"]
  ] as const)("%s: %s", ([name, expected]) =>
    Effect.gen(function* () {
      const path = yield* programs
      assert.strictEqual(yield* started(join(path, name)), expected)
      assert.strictEqual(yield* started(`./${relative(process.cwd(), path)}/${name}`), expected)
      assert.strictEqual(yield* started(name, `/nowhere:${path}`), expected)
      assert.strictEqual(yield* started(name, "/nowhere"), "was not found")
    })
  )

  it.scoped("on a PATH further down, and without one where systems have their programs", () =>
    Effect.gen(function* () {
      const path = yield* programs
      const other = yield* folder
      writeFileSync(join(other, "text"), "#!/bin/sh\n", { mode: 0o755 })
      assert.strictEqual(yield* started("text", `${path}:${other}`), "started")
      assert.strictEqual(yield* started("sh"), "started")
    })
  )

  it.scoped("and an embedded gateway does not start without it", () =>
    Effect.gen(function* () {
      const options = { speech: { command: ["/no/such/program"] } } as const
      const error = yield* Effect.flip(Layer.build(EmbeddedGateway.layer(options)))
      assert.strictEqual(error._tag, "SpeechCommandMissing")
      assert.strictEqual(
        error.message,
        "the speech command /no/such/program was not found; " +
          "install it, or name a program by its path or by its name on PATH"
      )
    })
  )
})
