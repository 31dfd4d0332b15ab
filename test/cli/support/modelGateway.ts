import type { ChildProcess } from "node:child_process"
import { execFileSync, spawn } from "node:child_process"
import { rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import { afterAll } from "vitest"

const root = fileURLToPath(new URL("../../../", import.meta.url))
/** Where the command line is, as one file. */
export const bundle = join(root, `out/cli-${process.pid}/bin.js`)

/** The command line as it is published, from the sources as they are. */
execFileSync(process.execPath, ["scripts/bundle-cli.mjs", bundle], { cwd: root })
afterAll(() => rmSync(dirname(bundle), { recursive: true, force: true }))

/** How a process ended, and all that it wrote. */
export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** A process of the command line, as its user starts it. */
export interface Running {
  readonly pid: number
  /** What it has written to standard output so far. */
  readonly out: () => string
  /** Closes its standard output, as a reader does that leaves. */
  readonly closeOutput: () => void
  /** Writes to its standard input, which goes on. */
  readonly write: (text: string) => void
  /** Writes the end of its standard input. */
  readonly type: (text: string) => void
  readonly kill: (signal: NodeJS.Signals) => void
  /** Waits until standard error matches. Fails where the process ends before. */
  readonly says: (pattern: RegExp) => Effect.Effect<RegExpExecArray>
  readonly ended: Effect.Effect<Ended>
}

/** Starts `model-gateway` from the sources, with a clean environment but for what is given; ended with the scope. */
export const start = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const { HOME = "", PATH = "" } = process.env
        return spawn(process.execPath, [bundle, ...args], { env: { HOME, PATH, ...environment } })
      }),
      (child) => Effect.sync(() => child.kill("SIGKILL"))
    ),
    watched
  )

const watched = (child: ChildProcess): Running => {
  let out = ""
  let err = ""
  let code: number | null | undefined
  child.stdout?.on("data", (chunk) => (out += String(chunk)))
  child.stderr?.on("data", (chunk) => (err += String(chunk)))
  child.on("close", (status) => (code = status))
  const says = (pattern: RegExp) =>
    Effect.async<RegExpExecArray>((resume) => {
      const look = () => {
        const found = pattern.exec(err)
        if (found !== null) resume(Effect.succeed(found))
        else if (code !== undefined)
          resume(Effect.die(new Error(`ended with ${code} before it said ${pattern}: ${err}`)))
      }
      child.stderr?.on("data", look)
      child.on("close", look)
      look()
    })
  const ended = Effect.async<Ended>((resume) => {
    const tell = () => code !== undefined && resume(Effect.succeed({ code, out, err }))
    child.on("close", tell)
    tell()
  })
  return {
    pid: child.pid ?? 0,
    out: () => out,
    closeOutput: () => child.stdout?.destroy(),
    write: (text) => child.stdin?.write(text),
    type: (text) => child.stdin?.end(text),
    kill: (signal) => child.kill(signal),
    says,
    ended
  }
}

/** Runs `model-gateway` to its end, with `input` as all of its standard input. */
export const run = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}, input = "") =>
  Effect.flatMap(start(args, environment), ({ ended, type }) => {
    type(input)
    return ended
  })

/** Starts `model-gateway serve` on a free port and waits until it listens. */
export const serve = (args: ReadonlyArray<string> = [], environment: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    const running = yield* start(["serve", "--port", "0", "--key", key, ...args], environment)
    const [, baseUrl = ""] = yield* running.says(/listens on (\S+)/)
    yield* running.says(/Ctrl-C stops it/)
    return { ...running, baseUrl, post: post(baseUrl) }
  })

/** The key of a gateway that `serve` started. */
export const key = "a-key-of-the-test"

const post =
  (baseUrl: string) =>
  (path: string, body: unknown): Effect.Effect<Response> =>
    Effect.promise(() =>
      fetch(`${baseUrl}${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(body)
      })
    )

/** The body of a reply, as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects to find.
export const bodyOf = (response: Response): Effect.Effect<any> => Effect.promise(() => response.json())
