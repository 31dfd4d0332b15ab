import { spawn } from "node:child_process"
import { rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import { buildSync } from "esbuild"
import { afterAll } from "vitest"
import type { Errand } from "./errand.js"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const bundle = join(root, `out/durable-${process.pid}/worker.mjs`)

/** One file, so that a process starts soon. */
buildSync({
  absWorkingDir: root,
  entryPoints: [fileURLToPath(new URL("worker.ts", import.meta.url))],
  outfile: bundle,
  bundle: true,
  platform: "node",
  format: "esm",
  conditions: ["@effect-model-gateway/source"],
  external: ["better-sqlite3", "pg", "pg-native"],
  banner: { js: 'import { createRequire } from "node:module"\nconst require = createRequire(import.meta.url)' },
  logLevel: "error"
})
afterAll(() => rmSync(dirname(bundle), { recursive: true, force: true }))

/** How a worker ended, and what it said. */
export interface Worked {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly events: ReadonlyArray<string>
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects to find.
  readonly success?: any
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects to find.
  readonly failure?: any
  readonly err: string
}

/** Runs a worker until it ends, by itself or by its own signal. It is killed where the test is over before. */
export const work = (errand: Errand): Effect.Effect<Worked> =>
  Effect.async((resume) => {
    const child = spawn(process.execPath, [bundle, JSON.stringify(errand)], { stdio: ["ignore", "pipe", "pipe"] })
    let out = ""
    let err = ""
    child.stdout.on("data", (chunk) => (out += String(chunk)))
    child.stderr.on("data", (chunk) => (err += String(chunk)))
    child.on("close", (code, signal) => {
      const lines = out.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []))
      const events = lines.flatMap(({ event }) => (event === undefined ? [] : [event]))
      const { success, failure } = lines.at(-1) ?? {}
      resume(Effect.succeed({ code, signal, events, success, failure, err }))
    })
    return Effect.sync(() => child.kill("SIGKILL"))
  })
