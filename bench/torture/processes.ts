import type { ChildProcess } from "node:child_process"
import { spawn } from "node:child_process"
import { openSync } from "node:fs"
import { createServer } from "node:net"
import { fileURLToPath } from "node:url"

const bin = fileURLToPath(new URL("../../dist/cli/bin.js", import.meta.url))

/** A process of the command line. */
export interface Running {
  readonly kill: () => void
  /** Its exit code; none where a signal ended it. */
  readonly ended: Promise<number | null>
  readonly hasEnded: () => boolean
}

const living = new Set<ChildProcess>()
process.on("exit", () => {
  for (const child of living) child.kill("SIGKILL")
})

/** Starts a command, which writes what it says into a log. */
export const start = (
  args: ReadonlyArray<string>,
  { log, env = {} }: { readonly log: string; readonly env?: Readonly<Record<string, string>> }
): Running => {
  const out = openSync(log, "a")
  const child = spawn(process.execPath, [bin, ...args], {
    stdio: ["ignore", out, out],
    env: { ...process.env, ...env }
  })
  living.add(child)
  const ended = new Promise<number | null>((resolve) =>
    child.on("exit", (code) => {
      living.delete(child)
      resolve(code)
    })
  )
  return { kill: () => void child.kill("SIGKILL"), ended, hasEnded: () => !living.has(child) }
}

/** A port of loopback that is free. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })

/** Waits until somebody listens at a gateway's address, or its process has ended. */
export const listening = async (baseUrl: string, gateway: Running): Promise<void> => {
  while (!gateway.hasEnded()) {
    const isThere = await fetch(`${baseUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false
    )
    if (isThere) return
    await sleep(50)
  }
  throw new Error("the gateway ended before it listened")
}

export const sleep = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))
