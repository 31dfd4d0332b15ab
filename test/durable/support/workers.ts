import type { ChildProcess } from "node:child_process"
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
  banner: {
    js: 'import { createRequire as requiring } from "node:module"\nconst require = requiring(import.meta.url)'
  },
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
  /** What it logged, and wrote to standard error. */
  readonly err: string
}

/** A worker that runs. */
export interface Worker {
  readonly kill: (signal: NodeJS.Signals) => void
  /** Waits until it has told an event. Fails where it ends before. */
  readonly says: (event: string) => Effect.Effect<void>
  /** The same for a text in its log. */
  readonly logs: (text: string) => Effect.Effect<void>
  /** The last event that it has told. */
  readonly last: () => string
  readonly ended: Effect.Effect<Worked>
}

/** Starts a worker, which is killed with the scope. */
export const start = (errand: Errand) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, [bundle, JSON.stringify(errand)], { stdio: ["ignore", "pipe", "pipe"] })
      ),
      (child) => Effect.sync(() => child.kill("SIGKILL"))
    ),
    watched
  )

/** Runs a worker until it ends, by itself or by its own signal. */
export const work = (errand: Errand): Effect.Effect<Worked> =>
  Effect.scoped(Effect.flatMap(start(errand), ({ ended }) => ended))

const watched = (child: ChildProcess): Worker => {
  let out = ""
  let err = ""
  let worked: Worked | undefined
  child.stdout?.on("data", (chunk) => (out += String(chunk)))
  child.stderr?.on("data", (chunk) => (err += String(chunk)))
  child.on("close", (code, signal) => {
    const written = out.split("\n")
    const lines = linesOf(out)
    const logged = written.filter((line) => !line.startsWith("{")).join("\n")
    const events = lines.flatMap(({ event }) => (event === undefined || event === "opened" ? [] : [event]))
    const { success, failure } = lines.at(-1) ?? {}
    worked = { code, signal, events, success, failure, err: logged + err }
  })
  const logs = (text: string) =>
    Effect.async<void>((resume) => {
      const look = () => {
        if (out.includes(text)) resume(Effect.void)
        else if (worked !== undefined) resume(Effect.die(new Error(`ended before ${text}: ${out}${err}`)))
      }
      child.stdout?.on("data", look)
      child.on("close", look)
      look()
    })
  const ended = Effect.async<Worked>((resume) => {
    const tell = () => worked !== undefined && resume(Effect.succeed(worked))
    child.on("close", tell)
    tell()
  })
  return {
    kill: (signal) => void child.kill(signal),
    says: (event) => logs(`${JSON.stringify({ event })}\n`),
    logs,
    last: () => linesOf(out.slice(0, out.lastIndexOf("\n"))).at(-1)?.event ?? "",
    ended
  }
}

const linesOf = (out: string) => out.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []))
