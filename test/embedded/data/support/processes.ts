import type { ChildProcess } from "node:child_process"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { NodeHttpClient } from "@effect/platform-node"
import { Effect, Layer, Redacted } from "effect"
import { Gateway, noRetries } from "effect-model-gateway"

const root = fileURLToPath(new URL("../../../../", import.meta.url))
const program = fileURLToPath(new URL("gateway.ts", import.meta.url))

/** A gateway that runs as a process, and how it is killed: at once, with no time to put anything in order. */
export interface RunningGateway {
  readonly baseUrl: string
  readonly kill: Effect.Effect<void>
}

/** Starts a gateway on a directory; fails with what it wrote where it ends before it listens. Killed with the scope. */
export const start = (data: string, ...nodeOptions: ReadonlyArray<string>) => launch([data], nodeOptions)

/** The same with a speech recogniser. */
export const startHearing = (data: string, speech: ReadonlyArray<string>) => launch([data, ...speech], [])

const launch = (args: ReadonlyArray<string>, nodeOptions: ReadonlyArray<string>) =>
  Effect.acquireRelease(launched(args, nodeOptions), ({ kill }) => kill)

const launched = (
  args: ReadonlyArray<string>,
  nodeOptions: ReadonlyArray<string>
): Effect.Effect<RunningGateway, string> =>
  Effect.async<RunningGateway, string>((resume) => {
    const options = ["--import", "tsx", "--conditions=@effect-model-gateway/source", ...nodeOptions]
    const child = spawn(process.execPath, [...options, program, ...args], { cwd: root })
    let said = ""
    child.stderr.on("data", (chunk) => (said += String(chunk)))
    child.stdout.on("data", (chunk) => {
      said += String(chunk)
      const baseUrl = /http:\/\/127\.0\.0\.1:\d+(?=\n)/.exec(said)?.[0]
      if (baseUrl !== undefined) resume(Effect.succeed({ baseUrl, kill: killed(child) }))
    })
    child.on("close", () => resume(Effect.fail(said)))
    return killed(child)
  })

const killed = (child: ChildProcess): Effect.Effect<void> =>
  Effect.async((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
    child.on("close", () => resume(Effect.void))
    child.kill("SIGKILL")
  })

/** The services over HTTP to a gateway that runs; each call is made once. */
export const services = ({ baseUrl }: RunningGateway) =>
  Gateway.layer({ baseUrl, apiKey: Redacted.make("key"), retries: noRetries }).pipe(
    Layer.provide(NodeHttpClient.layerUndici)
  )
